#pragma once

#include "trees/chess/bitboard.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// \file
/// The squares that pieces attack. Every table is a compile-time constant, so that nothing is
/// initialised at run time. The tables of attacks have at most 2 KB each and stay in the
/// first-level cache; that of `between` has 32 KB.
namespace eldest::chess {

namespace detail {

using SquareTable = std::array<Bitboard, square_count>;

template <class AttacksFrom> [[nodiscard]] constexpr SquareTable make_table(AttacksFrom from) {
  SquareTable table{};
  for (int s = 0; s < square_count; ++s)
    table[static_cast<std::size_t>(s)] = from(static_cast<Square>(s));
  return table;
}

[[nodiscard]] constexpr Bitboard knight_steps(Bitboard set) {
  const auto one = shift(set, 1, 0) | shift(set, -1, 0);
  const auto two = shift(shift(set, 1, 0), 1, 0) | shift(shift(set, -1, 0), -1, 0);
  return (one << 16U) | (one >> 16U) | (two << 8U) | (two >> 8U);
}

[[nodiscard]] constexpr Bitboard king_steps(Bitboard set) {
  const auto row = set | shift(set, 1, 0) | shift(set, -1, 0);
  return (row | (row << 8U) | (row >> 8U)) & ~set;
}

[[nodiscard]] constexpr Bitboard ray(Square from, int files, int ranks) {
  Bitboard squares = 0;
  for (auto step = shift(bit(from), files, ranks); step != 0; step = shift(step, files, ranks))
    squares |= step;
  return squares;
}

/// The whole line through a square, without the square itself.
[[nodiscard]] constexpr Bitboard line_through(Square square, int files, int ranks) {
  return ray(square, files, ranks) | ray(square, -files, -ranks);
}

struct Lines {
  Bitboard diagonal;
  Bitboard antidiagonal;
  Bitboard file;
  Bitboard rank;
};

inline constexpr auto lines = [] {
  std::array<Lines, square_count> table{};
  for (int s = 0; s < square_count; ++s) {
    const auto square = static_cast<Square>(s);
    table[square] = {line_through(square, 1, 1), line_through(square, 1, -1),
                     line_through(square, 0, 1), line_through(square, 1, 0)};
  }
  return table;
}();

inline constexpr auto knight_table = make_table([](Square s) { return knight_steps(bit(s)); });
inline constexpr auto king_table = make_table([](Square s) { return king_steps(bit(s)); });
inline constexpr std::array pawn_table{
    make_table([](Square s) { return shift(bit(s), -1, 1) | shift(bit(s), 1, 1); }),
    make_table([](Square s) { return shift(bit(s), -1, -1) | shift(bit(s), 1, -1); })};

/// Reverses the bytes of `x`. Compilers turn this into one instruction.
[[nodiscard]] constexpr std::uint64_t swap_bytes(std::uint64_t x) {
  return (x << 56U) | ((x & 0xff00U) << 40U) | ((x & 0xff0000U) << 24U) |
         ((x & 0xff000000U) << 8U) | ((x >> 8U) & 0xff000000U) | ((x >> 24U) & 0xff0000U) |
         ((x >> 40U) & 0xff00U) | (x >> 56U);
}

/// Returns the squares of `line` that a slider on `from` attacks, by hyperbola quintessence (Gerd
/// Isenberg, Chess Programming Wiki). Subtracting the slider from the occupied squares of its line
/// borrows up to the first blocker. Byte reversal does the same in the other direction. For lines
/// with one square per rank.
[[nodiscard]] constexpr Bitboard line_attacks(Square from, Bitboard line, Bitboard occupied) {
  const auto blockers = occupied & line;
  const auto up = blockers - bit(from);
  const auto down = swap_bytes(swap_bytes(blockers) - bit(static_cast<Square>(from ^ 56)));
  return (up ^ down) & line;
}

/// Attacks along a rank, by file of the slider and by occupation of files b to g.
inline constexpr auto rank_table = [] {
  std::array<std::array<std::uint8_t, 64>, 8> table{};
  for (int file = 0; file < 8; ++file)
    for (unsigned inner = 0; inner < 64; ++inner) {
      unsigned attacks = 0;
      for (int f = file + 1; f < 8; ++f) {
        attacks |= 1U << f;
        if (((inner << 1U) >> f & 1U) != 0)
          break;
      }
      for (int f = file - 1; f >= 0; --f) {
        attacks |= 1U << f;
        if (((inner << 1U) >> f & 1U) != 0)
          break;
      }
      table[static_cast<std::size_t>(file)][inner] = static_cast<std::uint8_t>(attacks);
    }
  return table;
}();

[[nodiscard]] constexpr Bitboard rank_attacks(Square from, Bitboard occupied) {
  const int rank_shift = from & 56;
  const auto inner = (occupied >> (rank_shift + 1)) & 63U;
  return Bitboard{rank_table[static_cast<std::size_t>(file_of(from))][inner]} << rank_shift;
}

} // namespace detail

[[nodiscard]] constexpr Bitboard knight_attacks(Square from) { return detail::knight_table[from]; }
[[nodiscard]] constexpr Bitboard king_attacks(Square from) { return detail::king_table[from]; }

/// Squares that a pawn of `color` on `from` attacks.
[[nodiscard]] constexpr Bitboard pawn_attacks(Color color, Square from) {
  return detail::pawn_table[color][from];
}

[[nodiscard]] constexpr Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const auto& lines = detail::lines[from];
  return detail::line_attacks(from, lines.diagonal, occupied) |
         detail::line_attacks(from, lines.antidiagonal, occupied);
}

[[nodiscard]] constexpr Bitboard rook_attacks(Square from, Bitboard occupied) {
  return detail::line_attacks(from, detail::lines[from].file, occupied) |
         detail::rank_attacks(from, occupied);
}

/// The diagonals through a square, as if the board were empty.
[[nodiscard]] constexpr Bitboard diagonals(Square square) {
  return detail::lines[square].diagonal | detail::lines[square].antidiagonal;
}

/// The file and the rank through a square, as if the board were empty.
[[nodiscard]] constexpr Bitboard orthogonals(Square square) {
  return detail::lines[square].file | detail::lines[square].rank;
}

/// The line through two squares, without `from`; empty if no line joins them.
[[nodiscard]] constexpr Bitboard line(Square from, Square to) {
  const auto& lines = detail::lines[from];
  for (const auto candidate : {lines.diagonal, lines.antidiagonal, lines.file, lines.rank})
    if (contains(candidate, to))
      return candidate;
  return 0;
}

namespace detail {

inline constexpr auto between_table = [] {
  std::array<SquareTable, square_count> table{};
  for (int s = 0; s < square_count; ++s)
    for (const int files : {-1, 0, 1})
      for (const int ranks : {-1, 0, 1}) {
        const auto from = static_cast<Square>(s);
        Bitboard passed = 0;
        auto step = files == 0 && ranks == 0 ? 0 : shift(bit(from), files, ranks);
        for (; step != 0; step = shift(step, files, ranks)) {
          table[from][first(step)] = passed;
          passed |= step;
        }
      }
  return table;
}();

} // namespace detail

/// The squares strictly between two squares of one line; empty if no line joins them.
[[nodiscard]] constexpr Bitboard between(Square from, Square to) {
  return detail::between_table[from][to];
}

/// The number of king's steps from one square to the other.
[[nodiscard]] constexpr int distance(Square from, Square to) {
  const int files = file_of(from) - file_of(to);
  const int ranks = rank_of(from) - rank_of(to);
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

} // namespace eldest::chess
