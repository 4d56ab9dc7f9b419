#pragma once

#include <cstdint>

namespace eldest {

/// The number of bits of `word` that are set. It is computed in line, because plain x86-64 has no
/// instruction for it and std::popcount would be a call.
[[nodiscard]] constexpr int count_bits(std::uint64_t word) {
  word -= (word >> 1U) & 0x5555555555555555;
  word = (word & 0x3333333333333333) + ((word >> 2U) & 0x3333333333333333);
  word = (word + (word >> 4U)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>((word * 0x0101010101010101) >> 56U);
}

} // namespace eldest
