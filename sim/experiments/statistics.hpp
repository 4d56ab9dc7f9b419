#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace eldest {

/// A figure of several positions: for each the figures of its repeats, at least one.
using Samples = std::vector<std::vector<double>>;

/// The mean over the positions of the means over their repeats. There must be a position.
[[nodiscard]] double mean(const Samples& samples);

/// The limits of a confidence interval.
struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
};

/// The bootstrap of means over positions and repeats (Efron & Tibshirani, An Introduction to the
/// Bootstrap, 1993): as many positions are drawn with replacement, and of each as many repeats. The
/// positions drawn depend on their number only, so that figures of the same positions are compared
/// draw by draw.
class Bootstrap {
public:
  static constexpr std::size_t draws = 10'000;
  static constexpr double confidence = 0.95;

  /// The mean of each draw. Samples with other `repeats` have repeats drawn independently.
  [[nodiscard]] static std::vector<double> means(const Samples& samples, std::uint64_t repeats = 0);

  /// The interval in which the middle 95 % of the values lie, as wide about `centre` as it would be
  /// if variances were divided by n - 1 rather than by n: for few samples it is too narrow else,
  /// and for two or three still.
  [[nodiscard]] static Interval interval(std::vector<double> values, double centre, std::size_t n);
};

/// The confidence interval of the mean; none if one position with one repeat is all there is.
[[nodiscard]] std::optional<Interval> confidence_interval(const Samples& samples);

/// A mean of figures relative to others of the same positions.
struct MeanRatio {
  double ratio = 1;
  std::optional<Interval> interval; ///< none for one position with one repeat

  /// Whether the interval leaves it open which are greater.
  [[nodiscard]] bool is_open() const { return !interval || interval->contains(1); }
};

/// The ratio of the means of figures above 0 of the same positions, in the same order. Their
/// repeats are independent of each other.
[[nodiscard]] MeanRatio ratio_of_means(const Samples& numerator, const Samples& denominator);

} // namespace eldest
