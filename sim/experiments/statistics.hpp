#pragma once

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

/// The values that a figure may have.
enum class FigureRange {
  any,
  positive, ///< above 0, such as times and speedups
};

/// Returns the 95 % confidence interval of the mean, or nothing for a single position with a single
/// repeat.
///
/// The samples are the means of the positions or, for a single position, its repeats. The interval
/// is that of Student's t, corrected for the skewness of the samples by Edgeworth's expansion
/// (Hall, Inverting an Edgeworth expansion, 1983). The skewness lengthens both sides, and the side
/// of the longer tail once more. Fewer than three samples do not tell their skewness.
///
/// For `FigureRange::positive` the interval is that of the mean's logarithm, so that its limits are
/// above 0. results/intervals/ has how often such intervals contain the true mean.
[[nodiscard]] std::optional<Interval> confidence_interval(const Samples& samples,
                                                          FigureRange range = FigureRange::any);

/// A mean of figures relative to the mean of other figures of the same positions.
struct MeanRatio {
  double ratio = 1;
  std::optional<Interval> interval; ///< nothing for one position with one repeat
  /// The p-value of the hypothesis that the true ratio is 1. It is 5 % or less if the interval
  /// excludes 1. Its corrections for skewness are those of the interval, because Edgeworth's
  /// expansion does not hold far out. 1 for one position with one repeat.
  double p_value = 1;

  /// Returns true if the interval is unknown or does not tell which figures are greater.
  [[nodiscard]] bool is_open() const { return !interval || interval->contains(1); }
};

/// Returns the geometric mean of ratios, which are above 0.
[[nodiscard]] MeanRatio geometric_mean(const Samples& ratios);

/// Returns the ratio of the means of two figures of the same positions, in the same order. All
/// figures are above 0. The interval is that of the ratio's logarithm, from the differences of the
/// figures in each position. The repeats of a single position are independent of each other.
[[nodiscard]] MeanRatio ratio_of_means(const Samples& numerator, const Samples& denominator);

} // namespace eldest
