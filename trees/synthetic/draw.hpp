#pragma once

#include "trees/base/random.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

// Random draws of a node. All arithmetic is on integers, so that a tree is the same on every
// machine and compiler. Some compilers contract floating-point arithmetic to fused operations.

namespace eldest::synthetic {

/// The purpose of a random word. Words of one node for different purposes are independent.
enum class Purpose : std::uint8_t {
  root,
  transposition,
  branching,
  best_move,
  value,
  error,
  leaf,
  extension,
  cost,
  reduction,
  commuting,
  swing,
  forced
};

/// The random word of a node for a purpose.
[[nodiscard]] constexpr std::uint64_t draw(Key key, Purpose purpose) {
  return mix(key ^ mix(static_cast<std::uint64_t>(purpose)));
}

[[nodiscard]] constexpr std::uint32_t low_half(std::uint64_t word) {
  return static_cast<std::uint32_t>(word);
}

[[nodiscard]] constexpr std::uint32_t high_half(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 32U);
}

/// A number in [0, count), uniform if `word` is.
[[nodiscard]] constexpr std::int32_t below(std::int32_t count, std::uint32_t word) {
  return static_cast<std::int32_t>((std::uint64_t{word} * static_cast<std::uint64_t>(count)) >>
                                   32U);
}

/// An event of a given probability.
class Chance {
public:
  /// `probability` within [0, 1]; kept to 32 bits.
  constexpr explicit Chance(double probability)
      : threshold_(static_cast<std::uint64_t>(probability * 0x1p32)) {}

  [[nodiscard]] constexpr bool possible() const { return threshold_ != 0; }
  [[nodiscard]] constexpr bool happens(std::uint32_t word) const { return word < threshold_; }

private:
  std::uint64_t threshold_;
};

/// A fixed share of a score, rounded towards zero, so that the share of -x is minus that of x.
class Share {
public:
  constexpr Share() = default;
  /// `share` within [0, 1]; kept to 16 bits.
  constexpr explicit Share(double share) : numerator_(static_cast<std::int64_t>(share * 0x1p16)) {}

  [[nodiscard]] constexpr Score of(Score score) const {
    return static_cast<Score>(score * numerator_ / 0x10000);
  }

private:
  std::int64_t numerator_ = 0;
};

/// The geometric distribution on 0, 1, …, count - 1 for any count up to 256. Each number is `ratio`
/// times as probable as the one before it.
class TruncatedGeometric {
public:
  static constexpr std::int32_t max_count = 256;

  /// `ratio` within [0, 1]; 1 makes it the uniform distribution.
  constexpr explicit TruncatedGeometric(double ratio) {
    const auto factor = static_cast<std::uint64_t>(ratio * static_cast<double>(one));
    survival_[0] = one;
    for (std::size_t i = 1; i < survival_.size(); ++i)
      survival_[i] = survival_[i - 1] * factor / one;
  }

  /// `count` within [1, max_count].
  [[nodiscard]] constexpr std::int32_t operator()(std::int32_t count, std::uint32_t word) const {
    assert(count >= 1 && count <= max_count);
    const std::uint64_t tail = survival_[static_cast<std::size_t>(count)];
    if (tail == one)
      return below(count, word);
    const std::uint64_t level = one - ((word * (one - tail)) >> 32U);
    const auto* const first = survival_.data() + 1;
    const auto* const reached = std::partition_point(
        first, first + count - 1, [level](std::uint64_t survival) { return survival >= level; });
    return static_cast<std::int32_t>(reached - first);
  }

private:
  static constexpr std::uint64_t one = std::uint64_t{1} << 31U; // its square must fit

  /// Probability of a number of at least i, in units of 2^-31.
  std::array<std::uint64_t, max_count + 1> survival_{};
};

/// A bell-shaped (Irwin-Hall, of four) number of mean 0 from the bits of one word.
[[nodiscard]] constexpr std::int32_t bell(std::uint64_t word) {
  const auto quarter = [word](unsigned i) {
    return static_cast<std::int32_t>((word >> (16U * i)) & 0xffffU);
  };
  return quarter(0) + quarter(1) + quarter(2) + quarter(3) - 2 * 0xffff;
}

/// Standard deviation of `bell`: 2^16 / sqrt(3).
inline constexpr std::int32_t bell_deviation = 37837;

} // namespace eldest::synthetic
