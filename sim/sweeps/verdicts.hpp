#pragma once

#include "sim/experiments/statistics.hpp"

#include <vector>

namespace eldest {

/// The probability of an error that a verdict may have, if it is the only one. For several, it is
/// the probability of any error among them.
inline constexpr double significance = 0.05;

/// Returns the samples with which figures are compared as pairs. These are the means of the
/// positions or, for a single position, its repeats. Each is a position with one repeat.
[[nodiscard]] Samples independent_samples(const Samples& samples);

/// Returns the p-value of the hypothesis that the mean is 0, by Student's t test of the independent
/// samples. Returns 1 for a single sample.
[[nodiscard]] double p_value_of_mean(const Samples& samples);

/// Returns the p-value of the hypothesis that the ratio of two means is 1. The figures are above 0,
/// and of the same positions in the same order. The p-value is that of a t test of the ratio's
/// logarithm. Its standard error is that of a ratio estimator (Cochran, Sampling Techniques, 1977,
/// section 6.3). The repeats of a single position are taken as independent of each other.
[[nodiscard]] double p_value_of_ratio(const Samples& numerator, const Samples& denominator);

/// Returns p-values for several verdicts that are given together, by Holm's method (A simple
/// sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979). The
/// verdicts whose p-value is at most 5 % include an error with a probability of at most 5 %.
[[nodiscard]] std::vector<double> adjusted_by_holm(const std::vector<double>& p_values);

/// Returns a p-value that agrees with the confidence interval of the ratio, which is 5 % or less if
/// and only if the interval excludes 1. Between the two methods, the interval decides.
[[nodiscard]] double agreeing(double p_value, const MeanRatio& ratio);

/// Returns true if figures can be told apart. `adjusted`: p-value of the ratio, adjusted for all
/// verdicts that are given together.
[[nodiscard]] bool can_be_told_apart(const MeanRatio& ratio, double adjusted);

} // namespace eldest
