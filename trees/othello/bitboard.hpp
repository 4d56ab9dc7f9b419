#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace eldest::othello {

/// A set of squares: bit n is Square n.
using Bitboard = std::uint64_t;

/// a1 = 0, b1 = 1, …, h8 = 63; a1 is the top left corner, as the game is printed.
using Square = int;

inline constexpr Square square_count = 64;

[[nodiscard]] constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }

[[nodiscard]] constexpr bool contains(Bitboard set, Square square) {
  return ((set >> square) & 1U) != 0;
}

inline constexpr Bitboard files_b_to_g = 0x7e7e7e7e7e7e7e7e;
inline constexpr Bitboard file_a = 0x0101010101010101;
inline constexpr Bitboard file_h = file_a << 7U;

/// The squares next to a square of `set`, also diagonally. They may include squares of `set`.
[[nodiscard]] constexpr Bitboard neighbours(Bitboard set) {
  const Bitboard sideways = ((set & ~file_h) << 1U) | ((set & ~file_a) >> 1U);
  const Bitboard row = set | sideways;
  return sideways | (row << 8U) | (row >> 8U);
}

inline constexpr Bitboard corners = 0x8100000000000081;
inline constexpr Bitboard edges = 0xff818181818181ff;

/// The squares diagonally next to a corner of `set_of_corners`.
[[nodiscard]] constexpr Bitboard x_squares_beside(Bitboard set_of_corners) {
  return neighbours(set_of_corners) & ~edges;
}

/// The squares of the edge next to a corner of `set_of_corners`.
[[nodiscard]] constexpr Bitboard c_squares_beside(Bitboard set_of_corners) {
  return neighbours(set_of_corners) & edges;
}

namespace detail {

/// The squares just past a line of `victims` that starts next to a disc of `mover`. Lines run along
/// the two directions in which squares are `step` apart. All lines grow at once, by 1, 1, 2 and 2
/// victims (Kogge-Stone).
template <unsigned step>
[[nodiscard]] constexpr Bitboard line_ends(Bitboard mover, Bitboard victims) {
  Bitboard up = victims & (mover << step);
  Bitboard down = victims & (mover >> step);
  up |= victims & (up << step);
  down |= victims & (down >> step);
  const Bitboard pairs_up = victims & (victims << step);
  const Bitboard pairs_down = pairs_up >> step;
  up |= pairs_up & (up << (2 * step));
  down |= pairs_down & (down >> (2 * step));
  up |= pairs_up & (up << (2 * step));
  down |= pairs_down & (down >> (2 * step));
  return (up << step) | (down >> step);
}

/// The squares seen from one square in the eight directions, in one cache line. First the four
/// directions in which square numbers rise, then their opposites.
struct alignas(64) Rays {
  std::array<Bitboard, 4> rising{};
  std::array<Bitboard, 4> falling{};
};

[[nodiscard]] constexpr Bitboard ray(Square from, int files, int ranks) {
  Bitboard squares = 0;
  int file = from % 8 + files;
  int rank = from / 8 + ranks;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks)
    squares |= bit(8 * rank + file);
  return squares;
}

inline constexpr auto rays = [] {
  std::array<Rays, square_count> table{};
  for (Square square = 0; square < square_count; ++square)
    table[static_cast<std::size_t>(square)] = {
        {ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)},
        {ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)}};
  return table;
}();

/// The discs that turn over along a ray of rising square numbers. The carry of an addition runs
/// through the opponent's discs to the first square behind them.
[[nodiscard]] constexpr Bitboard flips_rising(Bitboard ray, Bitboard mover, Bitboard opponent) {
  const Bitboard outflanker = ((opponent | ~ray) + 1) & ray & mover;
  return outflanker == 0 ? 0 : (outflanker - 1) & ray;
}

[[nodiscard]] constexpr Bitboard flips_falling(Bitboard ray, Bitboard mover, Bitboard opponent) {
  const Bitboard outflanker = std::bit_floor(ray & ~opponent) & mover;
  return (Bitboard{0} - (outflanker << 1U)) & ray;
}

} // namespace detail

/// The empty squares on which `mover` outflanks at least one disc of `opponent`.
[[nodiscard]] constexpr Bitboard legal_squares(Bitboard mover, Bitboard opponent) {
  const Bitboard inner = opponent & files_b_to_g;
  const Bitboard ends = detail::line_ends<1>(mover, inner) | detail::line_ends<7>(mover, inner) |
                        detail::line_ends<8>(mover, opponent) | detail::line_ends<9>(mover, inner);
  return ends & ~(mover | opponent);
}

/// The discs of `opponent` that turn over when `mover` plays on the empty `square`.
[[nodiscard]] constexpr Bitboard flips(Square square, Bitboard mover, Bitboard opponent) {
  const auto& rays = detail::rays[static_cast<std::size_t>(square)];
  Bitboard turned = 0;
  for (const Bitboard ray : rays.rising)
    turned |= detail::flips_rising(ray, mover, opponent);
  for (const Bitboard ray : rays.falling)
    turned |= detail::flips_falling(ray, mover, opponent);
  return turned;
}

} // namespace eldest::othello
