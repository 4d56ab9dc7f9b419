#pragma once

#include "trees/base/random.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace eldest::games::hex {

inline constexpr int side = 7;
inline constexpr int cells = side * side;

/// A set of cells, row by row.
using Bitboard = std::uint64_t;

inline constexpr Bitboard all_cells = (Bitboard{1} << cells) - 1;
inline constexpr Bitboard first_row = (Bitboard{1} << side) - 1;
inline constexpr Bitboard last_row = first_row << (cells - side);
inline constexpr Bitboard first_column = 0x0000040810204081;
inline constexpr Bitboard last_column = first_column << (side - 1);

/// Returns the neighbours of a set of cells. A cell has six, of which two are in its own row.
[[nodiscard]] constexpr Bitboard neighbours(Bitboard set) {
  const Bitboard not_first = set & ~first_column;
  const Bitboard not_last = set & ~last_column;
  return ((not_first >> 1U) | (not_last << 1U) | (set >> side) | (set << side) |
          (not_last >> (side - 1)) | (not_first << (side - 1))) &
         all_cells;
}

struct Move {
  int cell = 0;

  [[nodiscard]] std::uint32_t code() const { return static_cast<std::uint32_t>(cell) + 1; }
  bool operator==(const Move&) const = default;
};

/// A position of Hex (Piet Hein 1942) on 7 × 7 cells, without the swap of sides. The first player
/// connects the first row with the last, the second one the first column with the last. Nobody can
/// connect his sides after the other has, and one of them can always.
class Position {
public:
  using Move = hex::Move;

  static constexpr std::size_t history_size = cells;

  [[nodiscard]] Key key() const { return mix(first_ ^ mix(second_)); }

  void generate_moves(MoveList<Move>& moves) const {
    if (lost())
      return;
    for (Bitboard free = all_cells & ~(first_ | second_); free != 0; free &= free - 1)
      moves.push_back({std::countr_zero(free)});
  }

  [[nodiscard]] Position after(Move move) const {
    Position next = *this;
    (first_moves() ? next.first_ : next.second_) |= Bitboard{1} << move.cell;
    return next;
  }

  /// Returns the value for the side to move: by how many stones it is nearer to a connection than
  /// its opponent.
  [[nodiscard]] Score evaluate() const {
    if (lost())
      return terminal_value(0);
    const int first = stones_needed(first_, second_, first_row, last_row);
    const int second = stones_needed(second_, first_, first_column, last_column);
    const Score difference = 100 * (second - first);
    return (first_moves() ? difference : -difference) + 50;
  }

  /// A position without moves is lost.
  [[nodiscard]] static Score terminal_value(int depth) { return -win_score(depth); }
  [[nodiscard]] static int extension() { return 0; }

  /// Ranks cells in the middle and beside stones first.
  [[nodiscard]] int ordering(Move move) const {
    const int row = move.cell / side;
    const int column = move.cell % side;
    const int distance = std::abs(row - side / 2) + std::abs(column - side / 2);
    const Bitboard near = neighbours(Bitboard{1} << move.cell);
    return 4 * std::popcount(near & (first_ | second_)) - 3 * distance;
  }
  [[nodiscard]] static bool quiet(Move /*move*/) { return true; }
  [[nodiscard]] static std::size_t history_index(Move move) {
    return static_cast<std::size_t>(move.cell);
  }

  [[nodiscard]] static std::string text(Move move) {
    return fmt::format("{}{}", static_cast<char>('a' + move.cell % side), move.cell / side + 1);
  }

private:
  [[nodiscard]] bool first_moves() const { return std::popcount(first_) == std::popcount(second_); }

  /// Returns true if the side that has moved last has connected its sides.
  [[nodiscard]] bool lost() const {
    return first_moves() ? connects(second_, first_column, last_column)
                         : connects(first_, first_row, last_row);
  }

  [[nodiscard]] static Bitboard flood(Bitboard set, Bitboard within) {
    for (Bitboard before = 0; set != before;) {
      before = set;
      set |= neighbours(set) & within;
    }
    return set;
  }

  [[nodiscard]] static bool connects(Bitboard stones, Bitboard from, Bitboard to) {
    return (flood(stones & from, stones) & to) != 0;
  }

  /// Returns the least number of further stones that connect two sides of the board, or `cells` if
  /// the opponent's stones are in the way.
  [[nodiscard]] static int stones_needed(Bitboard stones, Bitboard enemies, Bitboard from,
                                         Bitboard to) {
    const Bitboard usable = all_cells & ~enemies;
    Bitboard reached = flood(stones & from, stones);
    Bitboard edge = from & usable;
    for (int needed = 0; needed < cells; ++needed) {
      if ((reached & to) != 0)
        return needed;
      const Bitboard next =
          flood((reached | edge | (neighbours(reached) & usable)), stones) & usable;
      if (next == reached)
        return cells;
      reached = next;
      edge = 0;
    }
    return cells;
  }

  Bitboard first_ = 0; ///< stones of the player who begins
  Bitboard second_ = 0;
};

static_assert(eldest::Position<Position>);

} // namespace eldest::games::hex
