#include "sim/sweeps/verdicts.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace eldest {
namespace {

/// Returns the square of the standard error of the mean of at least two values.
double squared_error(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double centre = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values)
    squares += (value - centre) * (value - centre);
  return squares / (n * (n - 1));
}

/// Returns the p-value of an estimate whose true value is 0, or 1 without a degree of freedom.
double p_value(double estimate, double squared_error, std::size_t degrees_of_freedom) {
  if (degrees_of_freedom == 0 || estimate == 0)
    return 1;
  if (squared_error == 0)
    return 0;
  const boost::math::students_t distribution(static_cast<double>(degrees_of_freedom));
  return 2 * boost::math::cdf(distribution, -std::abs(estimate) / std::sqrt(squared_error));
}

std::vector<double> values_of(const Samples& samples) {
  std::vector<double> values;
  for (const auto& sample : independent_samples(samples))
    values.push_back(sample.front());
  return values;
}

} // namespace

Samples independent_samples(const Samples& samples) {
  Samples result;
  if (samples.size() == 1) {
    for (const double repeat : samples.front())
      result.push_back({repeat});
  } else {
    for (const auto& repeats : samples)
      result.push_back({mean({repeats})});
  }
  return result;
}

double p_value_of_mean(const Samples& samples) {
  const auto values = values_of(samples);
  return values.size() < 2 ? 1 : p_value(mean(samples), squared_error(values), values.size() - 1);
}

double p_value_of_ratio(const Samples& numerator, const Samples& denominator) {
  auto above = values_of(numerator);
  auto below = values_of(denominator);
  const auto n = std::min(above.size(), below.size());
  if (n < 2)
    return 1;
  const double logarithm = std::log(mean(numerator) / mean(denominator));
  for (double& value : above)
    value /= mean(numerator);
  for (double& value : below)
    value /= mean(denominator);
  if (numerator.size() == 1)
    return p_value(logarithm, squared_error(above) + squared_error(below), n - 1);
  for (std::size_t i = 0; i < n; ++i)
    above[i] -= below[i];
  return p_value(logarithm, squared_error(above), n - 1);
}

std::vector<double> adjusted_by_holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double greatest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    greatest = std::max(greatest, std::min(1.0, left * p_values[order[rank]]));
    adjusted[order[rank]] = greatest;
  }
  return adjusted;
}

double agreeing(double p_value, const MeanRatio& ratio) {
  return ratio.is_open() ? std::max(p_value, significance) : std::min(p_value, significance);
}

bool can_be_told_apart(const MeanRatio& ratio, double adjusted) {
  return !ratio.is_open() && adjusted <= significance;
}

} // namespace eldest
