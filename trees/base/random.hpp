#pragma once

#include <cstdint>

namespace eldest {

/// The output function of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014). It is a bijection of
/// 64-bit words whose every output bit depends on every input bit. The same on every machine and
/// compiler.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31U);
}

/// Turns `word` into a number in [0, 1), with 53 random bits.
[[nodiscard]] constexpr double unit_interval(std::uint64_t word) {
  return static_cast<double>(word >> 11U) * 0x1p-53;
}

/// The SplitMix64 generator: small, seedable, identical everywhere. Models
/// std::uniform_random_bit_generator.
class SplitMix64 {
public:
  using result_type = std::uint64_t;

  constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] static constexpr result_type min() { return 0; }
  [[nodiscard]] static constexpr result_type max() { return ~result_type{0}; }

  constexpr result_type operator()() {
    const auto word = mix(state_);
    state_ += 0x9e3779b97f4a7c15U;
    return word;
  }

private:
  std::uint64_t state_;
};

} // namespace eldest
