#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace eldest::checkers {

/// A set of squares. The 32 playable squares are numbered 1 to 32 as in the game's notation
/// (Black's men start on 1-12). They lie in bits 0-34, with an unused bit after each eight squares
/// (8, 17 and 26). A step in one direction is then the same shift on every row, and leaves the
/// board only into unused bits. Samuel (IBM Journal 3(3), 1959) numbers the squares this way.
using Bitboard = std::uint64_t;

/// The number of bits that the layout spans, gaps included.
inline constexpr int board_bits = 35;

inline constexpr int square_count = 32;

/// Converts a square number, 1 to 32, to a bit index and back.
[[nodiscard]] constexpr int bit_of_square(int square) { return square - 1 + (square - 1) / 8; }
[[nodiscard]] constexpr int square_of_bit(int bit) { return bit + 1 - bit / 9; }

/// The set of just one square, 1 to 32.
[[nodiscard]] constexpr Bitboard square_set(int square) {
  return Bitboard{1} << static_cast<unsigned>(bit_of_square(square));
}

/// The squares first, first + 1, …, last.
[[nodiscard]] constexpr Bitboard square_range(int first, int last) {
  Bitboard squares = 0;
  for (int square = first; square <= last; ++square)
    squares |= square_set(square);
  return squares;
}

inline constexpr Bitboard all_squares = square_range(1, square_count);

/// The set with the board turned by 180 degrees: square s becomes 33 - s.
[[nodiscard]] constexpr Bitboard rotated(Bitboard squares) {
  Bitboard result = 0;
  for (int bit = 0; bit < board_bits; ++bit)
    result |= (squares >> static_cast<unsigned>(bit) & 1U)
              << static_cast<unsigned>(board_bits - 1 - bit);
  return result;
}

/// The number of the only or lowest square of a set that is not empty.
[[nodiscard]] constexpr int first_square(Bitboard squares) {
  return square_of_bit(std::countr_zero(squares));
}

/// Removes the lowest square from a set that is not empty and returns it as a set.
constexpr Bitboard pop_first(Bitboard& squares) {
  const Bitboard first = squares & (~squares + 1);
  squares ^= first;
  return first;
}

/// The four directions in which a piece steps or jumps. "Down" is towards higher numbers, where
/// Black's men go.
enum class Direction : std::uint8_t { down_4, down_5, up_5, up_4 };

inline constexpr std::array directions{Direction::down_4, Direction::down_5, Direction::up_5,
                                       Direction::up_4};

[[nodiscard]] constexpr Direction opposite(Direction direction) {
  return static_cast<Direction>(3U - static_cast<unsigned>(direction));
}

/// The squares one step away from those of the set. Steps off the board land in unused bits.
[[nodiscard]] constexpr Bitboard shifted(Bitboard squares, Direction direction) {
  switch (direction) {
  case Direction::down_4:
    return squares << 4U;
  case Direction::down_5:
    return squares << 5U;
  case Direction::up_5:
    return squares >> 5U;
  case Direction::up_4:
    break;
  }
  return squares >> 4U;
}

} // namespace eldest::checkers
