#pragma once

#include "trees/base/random.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace eldest::games::ataxx {

inline constexpr int side = 7;
inline constexpr int squares = side * side;

/// A set of squares, row by row.
using Bitboard = std::uint64_t;

inline constexpr Bitboard all_squares = (Bitboard{1} << squares) - 1;
inline constexpr Bitboard first_column = 0x0000040810204081;
inline constexpr Bitboard last_column = first_column << (side - 1);

/// Returns the squares of a set and those next to them, also diagonally.
[[nodiscard]] constexpr Bitboard grown(Bitboard set) {
  const Bitboard wide = set | ((set & ~first_column) >> 1U) | ((set & ~last_column) << 1U);
  return (wide | (wide >> side) | (wide << side)) & all_squares;
}

struct Move {
  int from = -1; ///< negative if the man is doubled, not moved
  int to = -1;   ///< negative for a pass

  [[nodiscard]] std::uint32_t code() const {
    return static_cast<std::uint32_t>((from + 1) * (squares + 1) + to + 1) + 1;
  }
  bool operator==(const Move&) const = default;
};

/// A position of Ataxx (1990) on 7 × 7 squares without walls. A man is doubled to a square next to
/// it, or jumps to one at distance two. All enemies next to the square change sides. A player
/// without moves passes. The game is over when a player has no men or the board is full.
class Position {
public:
  using Move = ataxx::Move;

  static constexpr std::size_t history_size = 0;

  [[nodiscard]] Key key() const { return mix(own_ ^ mix(others_)); }

  void generate_moves(MoveList<Move>& moves) const {
    if (is_over())
      return;
    const Bitboard free = all_squares & ~(own_ | others_);
    for (Bitboard doubled = grown(own_) & free; doubled != 0; doubled &= doubled - 1)
      moves.push_back({-1, std::countr_zero(doubled)});
    for (Bitboard men = own_; men != 0; men &= men - 1)
      add_jumps(moves, std::countr_zero(men), free);
    if (moves.empty())
      moves.push_back({-1, -1});
  }

  [[nodiscard]] Position after(Move move) const {
    Position next;
    next.own_ = others_;
    next.others_ = own_;
    if (move.to < 0)
      return next;
    const Bitboard to = bit(move.to);
    const Bitboard turned = grown(to) & others_;
    next.own_ &= ~turned;
    next.others_ |= turned | to;
    if (move.from >= 0)
      next.others_ &= ~bit(move.from);
    return next;
  }

  /// Returns the value for the side to move: 100 for each man.
  [[nodiscard]] Score evaluate() const {
    return is_over() ? terminal_value(0)
                     : 100 * (std::popcount(own_) - std::popcount(others_)) + 50;
  }

  [[nodiscard]] Score terminal_value(int depth) const {
    const int more = std::popcount(own_) - std::popcount(others_);
    if (more == 0)
      return 0;
    return more > 0 ? win_score(depth) : -win_score(depth);
  }

  [[nodiscard]] static int extension() { return 0; }

  /// Ranks moves by the men that they gain.
  [[nodiscard]] int ordering(Move move) const {
    if (move.to < 0)
      return 0;
    return 2 * std::popcount(grown(bit(move.to)) & others_) + (move.from < 0 ? 1 : -1);
  }
  [[nodiscard]] static bool quiet(Move /*move*/) { return false; }
  [[nodiscard]] static std::size_t history_index(Move /*move*/) { return 0; }

  [[nodiscard]] static std::string text(Move move) {
    if (move.to < 0)
      return "pass";
    return move.from < 0 ? square_text(move.to) : square_text(move.from) + square_text(move.to);
  }

private:
  static constexpr Bitboard bit(int square) { return Bitboard{1} << square; }

  /// Adds the jumps of a man. Of several men that jump to one square, each is a move of its own.
  static void add_jumps(MoveList<Move>& moves, int from, Bitboard free) {
    const Bitboard near = grown(bit(from));
    for (Bitboard targets = grown(near) & ~near & free; targets != 0; targets &= targets - 1)
      moves.push_back({from, std::countr_zero(targets)});
  }

  [[nodiscard]] bool is_over() const {
    return own_ == 0 || others_ == 0 || (own_ | others_) == all_squares;
  }

  [[nodiscard]] static std::string square_text(int square) {
    return fmt::format("{}{}", static_cast<char>('a' + square % side), square / side + 1);
  }

  /// The men of the side to move: at first those in the corners a1 and g7.
  Bitboard own_ = bit(0) | bit(squares - 1);
  Bitboard others_ = bit(side - 1) | bit(squares - side);
};

static_assert(eldest::Position<Position>);

} // namespace eldest::games::ataxx
