#pragma once

#include "trees/chess/types.hpp"

#include <bit>
#include <cstdint>

namespace eldest::chess {

/// A set of squares: bit n is Square n.
using Bitboard = std::uint64_t;

inline constexpr Bitboard file_a = 0x0101010101010101;
inline constexpr Bitboard file_h = file_a << 7U;
inline constexpr Bitboard rank_1 = 0xff;

[[nodiscard]] constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
[[nodiscard]] constexpr Bitboard file_bits(int file) { return file_a << file; }
[[nodiscard]] constexpr Bitboard rank_bits(int rank) { return rank_1 << (8 * rank); }

[[nodiscard]] constexpr bool contains(Bitboard set, Square square) {
  return ((set >> square) & 1U) != 0;
}
[[nodiscard]] constexpr bool more_than_one(Bitboard set) { return (set & (set - 1)) != 0; }

/// The lowest square of a set that is not empty.
[[nodiscard]] constexpr Square first(Bitboard set) {
  return static_cast<Square>(std::countr_zero(set));
}

/// The highest square of a set, which must not be empty.
[[nodiscard]] constexpr Square last(Bitboard set) {
  return static_cast<Square>(std::bit_width(set) - 1);
}
[[nodiscard]] constexpr Square take_first(Bitboard& set) {
  const auto square = first(set);
  set &= set - 1;
  return square;
}

/// Moves `set` by one king's step, for example (1, -1) to the south-east. Squares that leave the
/// board vanish.
[[nodiscard]] constexpr Bitboard shift(Bitboard set, int files, int ranks) {
  if (files > 0)
    set = (set & ~file_h) << 1U;
  if (files < 0)
    set = (set & ~file_a) >> 1U;
  if (ranks > 0)
    set <<= 8U;
  if (ranks < 0)
    set >>= 8U;
  return set;
}

/// The squares of a set, lowest first, as a range for loops.
class Squares {
public:
  class Iterator {
  public:
    constexpr explicit Iterator(Bitboard rest) : rest_(rest) {}
    [[nodiscard]] constexpr Square operator*() const { return first(rest_); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    [[nodiscard]] constexpr bool operator==(const Iterator&) const = default;

  private:
    Bitboard rest_;
  };

  constexpr explicit Squares(Bitboard set) : set_(set) {}
  [[nodiscard]] constexpr Iterator begin() const { return Iterator{set_}; }
  [[nodiscard]] static constexpr Iterator end() { return Iterator{0}; }

private:
  Bitboard set_;
};

} // namespace eldest::chess
