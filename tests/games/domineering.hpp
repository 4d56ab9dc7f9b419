#pragma once

#include "trees/base/random.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace eldest::games::domineering {

inline constexpr int side = 8;

/// A set of squares, row by row, as the side to move sees the board.
using Bitboard = std::uint64_t;

inline constexpr Bitboard first_column = 0x0101010101010101;
inline constexpr Bitboard last_column = first_column << (side - 1);

/// Returns the board with rows and columns exchanged.
[[nodiscard]] constexpr Bitboard transposed(Bitboard board) {
  const auto exchange = [&board](unsigned shift, Bitboard mask) {
    const Bitboard changed = (board ^ (board << shift)) & mask;
    board ^= changed ^ (changed >> shift);
  };
  exchange(28, 0x0f0f0f0f00000000);
  exchange(14, 0x3333000033330000);
  exchange(7, 0x5500550055005500);
  return board;
}

struct Move {
  int left = 0; ///< the left square of the domino

  [[nodiscard]] std::uint32_t code() const { return static_cast<std::uint32_t>(left) + 1; }
  bool operator==(const Move&) const = default;
};

/// A position of Domineering (Göran Andersson) on 8 × 8 squares. The players place dominoes, one of
/// them along rows, the other along columns. A player without a place loses.
class Position {
public:
  using Move = domineering::Move;

  static constexpr std::size_t history_size = std::size_t{side} * side;

  [[nodiscard]] Key key() const { return mix(taken_ ^ (along_columns_ ? ~Key{0} : 0)); }

  void generate_moves(MoveList<Move>& moves) const {
    for (Bitboard free = places(taken_); free != 0; free &= free - 1)
      moves.push_back({std::countr_zero(free)});
  }

  [[nodiscard]] Position after(Move move) const {
    Position next;
    next.taken_ = transposed(taken_ | (Bitboard{3} << move.left));
    next.along_columns_ = !along_columns_;
    return next;
  }

  /// Returns the value for the side to move. Each place for its dominoes counts 10, and 30 more if
  /// the opponent cannot take it. The opponent's places count the same against it.
  [[nodiscard]] Score evaluate() const {
    const Bitboard others = transposed(taken_);
    if (places(taken_) == 0)
      return terminal_value(0);
    return merit(taken_) - merit(others) + 10;
  }

  /// A position without moves is lost.
  [[nodiscard]] static Score terminal_value(int depth) { return -win_score(depth); }
  [[nodiscard]] static int extension() { return 0; }

  /// Ranks moves by the places that they take from the opponent, less those from the player.
  [[nodiscard]] int ordering(Move move) const {
    const Bitboard after = taken_ | (Bitboard{3} << move.left);
    return std::popcount(places(after)) - std::popcount(places(transposed(after)));
  }
  [[nodiscard]] static bool quiet(Move /*move*/) { return true; }
  [[nodiscard]] static std::size_t history_index(Move move) {
    return static_cast<std::size_t>(move.left);
  }

  /// Returns the square that comes first in the notation of the board, with the direction.
  [[nodiscard]] std::string text(Move move) const {
    const int row = along_columns_ ? move.left % side : move.left / side;
    const int column = along_columns_ ? move.left / side : move.left % side;
    return fmt::format("{}{}{}", static_cast<char>('a' + column), row + 1,
                       along_columns_ ? 'v' : 'h');
  }

private:
  /// Returns the left squares of the places for a domino along a row.
  [[nodiscard]] static constexpr Bitboard places(Bitboard taken) {
    const Bitboard free = ~taken;
    return free & ((free & ~first_column) >> 1U);
  }

  /// Returns the worth of the places along rows.
  [[nodiscard]] static Score merit(Bitboard taken) {
    const Bitboard free = ~taken;
    const Bitboard closed = taken | (taken << side) | Bitboard{0xff};
    const Bitboard walled =
        free & closed & ((taken >> side) | (Bitboard{0xff} << (side * (side - 1))));
    const Bitboard safe = walled & ((walled & ~first_column) >> 1U);
    return 10 * std::popcount(places(taken)) + 30 * std::popcount(safe & ~(safe << 1U));
  }

  Bitboard taken_ = 0;
  bool along_columns_ = false;
};

static_assert(eldest::Position<Position>);

} // namespace eldest::games::domineering
