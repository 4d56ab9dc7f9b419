#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace eldest {

/// A figure by position and repeat. Each position has at least one repeat.
using Samples = std::vector<std::vector<double>>;

/// Returns the mean over the positions of the means over their repeats. There must be at least one
/// position.
[[nodiscard]] double mean(const Samples& samples);

/// The limits of a confidence interval.
struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
};

/// The bootstrap of means over positions and repeats (Efron & Tibshirani, An Introduction to the
/// Bootstrap, 1993). A draw takes as many positions as there are, with replacement, and for each
/// position as many of its repeats as it has. The positions drawn depend only on their number.
/// Therefore, figures of the same positions are compared draw by draw.
class Bootstrap {
public:
  static constexpr std::size_t draws = 10'000;
  static constexpr double confidence = 0.95;

  /// Returns the mean of each draw. `repeats`: number that selects the draws of repeats. Calls with
  /// different numbers draw the repeats independently.
  [[nodiscard]] static std::vector<double> means(const Samples& samples, std::uint64_t repeats = 0);

  /// Returns the interval of the middle 95 % of `values`, widened about `centre`. The widening is
  /// as if variances were divided by `n` - 1 instead of `n`, the number of samples. Without
  /// widening, the interval is too narrow for few samples. With widening, it is still too narrow
  /// for two or three.
  [[nodiscard]] static Interval interval(std::vector<double> values, double centre, std::size_t n);
};

/// Returns the confidence interval of the mean, or nothing for a single position with a single
/// repeat.
[[nodiscard]] std::optional<Interval> confidence_interval(const Samples& samples);

/// A mean of figures relative to the mean of other figures of the same positions.
struct MeanRatio {
  double ratio = 1;
  std::optional<Interval> interval; ///< nothing for one position with one repeat

  /// Returns true if the interval is unknown or does not tell which figures are greater.
  [[nodiscard]] bool is_open() const { return !interval || interval->contains(1); }
};

/// Returns the ratio of the means of two figures of the same positions, in the same order. All
/// figures are above 0. The repeats of one figure are independent of those of the other.
[[nodiscard]] MeanRatio ratio_of_means(const Samples& numerator, const Samples& denominator);

} // namespace eldest
