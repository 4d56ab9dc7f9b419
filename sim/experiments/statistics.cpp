#include "sim/experiments/statistics.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

namespace eldest {
namespace {

constexpr double upper_tail = 0.025; ///< of 95 % intervals

double mean_of_values(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns the means of the positions or, for a single position, its repeats.
std::vector<double> independent_values(const Samples& samples) {
  if (samples.size() == 1)
    return samples.front();
  std::vector<double> means;
  for (const auto& repeats : samples)
    means.push_back(mean_of_values(repeats));
  return means;
}

/// Returns the values as multiples of their mean.
std::vector<double> relative_to_mean(std::vector<double> values) {
  const double mean = mean_of_values(values);
  for (double& value : values)
    value /= mean;
  return values;
}

/// A mean of independent values, or the difference of two, with its estimated cumulants.
struct Estimate {
  double mean = 0;
  double variance = 0;
  double third_cumulant = 0;
  std::size_t degrees_of_freedom = 0; ///< of the variance
};

Estimate estimate(const std::vector<double>& values) {
  Estimate result;
  result.mean = mean_of_values(values);
  if (values.size() < 2)
    return result;
  double squares = 0;
  double cubes = 0;
  for (const double value : values) {
    const double deviation = value - result.mean;
    squares += deviation * deviation;
    cubes += deviation * deviation * deviation;
  }
  const auto n = static_cast<double>(values.size());
  result.variance = squares / (n * (n - 1));
  result.third_cumulant = values.size() > 2 ? cubes / (n * (n - 1) * (n - 2)) : 0;
  result.degrees_of_freedom = values.size() - 1;
  return result;
}

/// Returns the estimate of the difference of two independent means. A mean of a single value counts
/// as known.
Estimate difference(const Estimate& one, const Estimate& other) {
  const auto [fewer, more] = std::minmax(one.degrees_of_freedom, other.degrees_of_freedom);
  return {one.mean - other.mean, one.variance + other.variance,
          one.third_cumulant - other.third_cumulant, fewer == 0 ? more : fewer};
}

/// The corrections of Student's t for the skewness of a mean, at 95 %.
struct SkewnessCorrection {
  double both_sides = 0;  ///< share by which t grows on both sides
  double longer_tail = 0; ///< addition on the side of the longer tail, with its sign
};

SkewnessCorrection correction_of(const Estimate& estimate) {
  const boost::math::normal normal;
  const double skewness =
      estimate.third_cumulant / (estimate.variance * std::sqrt(estimate.variance));
  const double z = boost::math::quantile(boost::math::complement(normal, upper_tail));
  return {(std::pow(z, 4) + 2 * z * z - 3) / 18 * skewness * skewness,
          (2 * z * z + 1) / 6 * skewness};
}

/// Returns the confidence interval of the mean. There must be a degree of freedom.
Interval interval_around(const Estimate& estimate) {
  if (estimate.variance == 0)
    return {estimate.mean, estimate.mean};
  const boost::math::students_t student(static_cast<double>(estimate.degrees_of_freedom));
  const double error = std::sqrt(estimate.variance);
  const auto [both_sides, longer_tail] = correction_of(estimate);
  const double t = boost::math::quantile(boost::math::complement(student, upper_tail));
  return {estimate.mean - error * (t * (1 + both_sides) - std::min(longer_tail, 0.0)),
          estimate.mean + error * (t * (1 + both_sides) + std::max(longer_tail, 0.0))};
}

/// Returns the p-value of the hypothesis that the true mean is 0.
double p_value_of(const Estimate& estimate) {
  if (estimate.degrees_of_freedom == 0 || estimate.mean == 0)
    return 1;
  if (estimate.variance == 0)
    return 0;
  const auto [both_sides, longer_tail] = correction_of(estimate);
  const double towards_0 = std::max(estimate.mean > 0 ? -longer_tail : longer_tail, 0.0);
  const double distance = std::abs(estimate.mean) / std::sqrt(estimate.variance);
  const double t = std::max((distance - towards_0) / (1 + both_sides), 0.0);
  const boost::math::students_t student(static_cast<double>(estimate.degrees_of_freedom));
  return 2 * boost::math::cdf(student, -t);
}

/// Returns the interval of a positive figure from the estimate of its logarithm, except for the
/// logarithm's mean.
Interval interval_around(double figure, Estimate logarithm) {
  logarithm.mean = 0;
  const auto [low, high] = interval_around(logarithm);
  return {figure * std::exp(low), figure * std::exp(high)};
}

/// Estimates the difference of the logarithms of two means of positive figures, except for its
/// mean. A small change of a logarithm is a relative change of the figure.
Estimate difference_of_logarithms(const Samples& numerator, const Samples& denominator) {
  auto above = relative_to_mean(independent_values(numerator));
  const auto below = relative_to_mean(independent_values(denominator));
  if (numerator.size() == 1)
    return difference(estimate(above), estimate(below));
  std::ranges::transform(above, below, above.begin(), std::minus());
  return estimate(above);
}

} // namespace

double mean(const Samples& samples) {
  double sum = 0;
  for (const auto& repeats : samples)
    sum += mean_of_values(repeats);
  return sum / static_cast<double>(samples.size());
}

std::optional<Interval> confidence_interval(const Samples& samples, FigureRange range) {
  const auto independent = independent_values(samples);
  if (independent.size() < 2)
    return std::nullopt;
  if (range == FigureRange::positive && mean(samples) > 0)
    return interval_around(mean(samples), estimate(relative_to_mean(independent)));
  return interval_around(estimate(independent));
}

MeanRatio geometric_mean(const Samples& ratios) {
  Samples logarithms = ratios;
  for (auto& repeats : logarithms) {
    for (double& value : repeats)
      value = std::log(value);
  }
  MeanRatio result{std::exp(mean(logarithms)), std::nullopt};
  if (const auto interval = confidence_interval(logarithms))
    result.interval = {std::exp(interval->low), std::exp(interval->high)};
  result.p_value = p_value_of(estimate(independent_values(logarithms)));
  return result;
}

MeanRatio ratio_of_means(const Samples& numerator, const Samples& denominator) {
  MeanRatio result{mean(numerator) / mean(denominator), std::nullopt};
  auto logarithm = difference_of_logarithms(numerator, denominator);
  if (logarithm.degrees_of_freedom > 0)
    result.interval = interval_around(result.ratio, logarithm);
  logarithm.mean = std::log(result.ratio);
  result.p_value = p_value_of(logarithm);
  return result;
}

} // namespace eldest
