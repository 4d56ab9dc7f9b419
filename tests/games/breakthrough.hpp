#pragma once

#include "trees/base/random.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace eldest::games::breakthrough {

/// A set of squares: a1 is the lowest bit, h8 the highest, as the side to move sees the board. Its
/// men move up.
using Bitboard = std::uint64_t;

inline constexpr int files = 8;
inline constexpr Bitboard first_rank = 0xff;
inline constexpr Bitboard last_rank = first_rank << 56U;
inline constexpr Bitboard file_a = 0x0101010101010101;
inline constexpr Bitboard file_h = file_a << 7U;

/// Returns the board as the other side sees it: upside down.
[[nodiscard]] constexpr Bitboard turned(Bitboard board) { return __builtin_bswap64(board); }

struct Move {
  int from = 0;
  int to = 0;

  [[nodiscard]] std::uint32_t code() const {
    return static_cast<std::uint32_t>(from * 64 + to) + 1;
  }
  bool operator==(const Move&) const = default;
};

/// A position of Breakthrough (Dan Troyka 2000) on 8 × 8 squares: a man moves to the next rank,
/// straight or diagonally, and captures diagonally. The side wins that reaches the last rank, or
/// that captures all men.
class Position {
public:
  using Move = breakthrough::Move;

  static constexpr std::size_t history_size = std::size_t{64} * 3;

  [[nodiscard]] Key key() const {
    return mix(own_ ^ mix(others_ + static_cast<Key>(black_moves_)));
  }

  void generate_moves(MoveList<Move>& moves) const {
    if (lost())
      return;
    const Bitboard empty = ~(own_ | others_);
    add(moves, ((own_ & ~file_a) << 7U) & ~own_, 7);
    add(moves, (own_ << 8U) & empty, 8);
    add(moves, ((own_ & ~file_h) << 9U) & ~own_, 9);
  }

  [[nodiscard]] Position after(Move move) const {
    const Bitboard own = (own_ & ~bit(move.from)) | bit(move.to);
    Position next;
    next.own_ = turned(others_ & ~bit(move.to));
    next.others_ = turned(own);
    next.black_moves_ = !black_moves_;
    return next;
  }

  /// Returns the value for the side to move. A man counts 100, and more the further he is. A man
  /// whom nobody defends and who can be captured counts less.
  [[nodiscard]] Score evaluate() const {
    if (lost())
      return terminal_value(0);
    return merit(own_, others_) - merit(turned(others_), turned(own_)) + 10;
  }

  /// A position without moves is lost.
  [[nodiscard]] static Score terminal_value(int depth) { return -win_score(depth); }
  [[nodiscard]] static int extension() { return 0; }

  /// Ranks moves to the last rank first, then captures, then the furthest men.
  [[nodiscard]] int ordering(Move move) const {
    if ((bit(move.to) & last_rank) != 0)
      return 10'000;
    const int rank = move.to / files;
    return (others_ & bit(move.to)) != 0 ? 100 + rank : rank;
  }
  [[nodiscard]] bool quiet(Move move) const { return (bit(move.to) & (others_ | last_rank)) == 0; }
  [[nodiscard]] static std::size_t history_index(Move move) {
    return static_cast<std::size_t>(move.from * 3 + move.to - move.from - 7);
  }

  [[nodiscard]] std::string text(Move move) const {
    return square_text(move.from) + square_text(move.to);
  }

private:
  static constexpr Bitboard bit(int square) { return Bitboard{1} << square; }

  static void add(MoveList<Move>& moves, Bitboard targets, int step) {
    for (; targets != 0; targets &= targets - 1) {
      const int to = std::countr_zero(targets);
      moves.push_back({to - step, to});
    }
  }

  /// Returns true if the opponent has reached his last rank, or the side to move has no men.
  [[nodiscard]] bool lost() const { return (others_ & first_rank) != 0 || own_ == 0; }

  /// Returns the worth of `men` who move up, against `enemies`.
  [[nodiscard]] static Score merit(Bitboard men, Bitboard enemies) {
    const Bitboard attacked = ((enemies & ~file_a) >> 9U) | ((enemies & ~file_h) >> 7U);
    const Bitboard defended = ((men & ~file_a) << 7U) | ((men & ~file_h) << 9U);
    static constexpr std::array<Score, 8> worth{10, 3, 6, 10, 16, 28, 60, 0};
    Score score = 100 * std::popcount(men) - 40 * std::popcount(men & attacked & ~defended);
    for (int rank = 0; rank < 8; ++rank)
      score += worth.at(static_cast<std::size_t>(rank)) *
               std::popcount(men & (first_rank << static_cast<unsigned>(files * rank)));
    return score;
  }

  /// Returns a square as White names it.
  [[nodiscard]] std::string square_text(int square) const {
    const int rank = black_moves_ ? 7 - square / files : square / files;
    return fmt::format("{}{}", static_cast<char>('a' + square % files), rank + 1);
  }

  Bitboard own_ = 0xffff; ///< men of the side to move
  Bitboard others_ = Bitboard{0xffff} << 48U;
  bool black_moves_ = false;
};

static_assert(eldest::Position<Position>);

} // namespace eldest::games::breakthrough
