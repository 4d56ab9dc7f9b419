#include "sim/experiments/statistics.hpp"

#include "trees/base/random.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace eldest {
namespace {

double mean_of_values(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Draws from `repeats`, with replacement, as many times as it has elements. Returns the mean of
/// the draws.
double drawn_mean(const std::vector<double>& repeats, SplitMix64& random) {
  if (repeats.size() == 1)
    return repeats.front();
  double sum = 0;
  for (std::size_t i = 0; i < repeats.size(); ++i)
    sum += repeats[random() % repeats.size()];
  return sum / static_cast<double>(repeats.size());
}

bool has_spread(const Samples& samples) { return samples.size() > 1 || samples.front().size() > 1; }

/// Returns the number of samples on which the spread of a mean depends most. This is the number of
/// positions or, for a single position, the number of its repeats.
std::size_t count(const Samples& samples) {
  return samples.size() > 1 ? samples.size() : samples.front().size();
}

} // namespace

double mean(const Samples& samples) {
  double sum = 0;
  for (const auto& repeats : samples)
    sum += mean_of_values(repeats);
  return sum / static_cast<double>(samples.size());
}

std::vector<double> Bootstrap::means(const Samples& samples, std::uint64_t repeats) {
  std::vector<double> means;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    SplitMix64 drawn_positions(mix(draw));
    SplitMix64 drawn_repeats(mix(mix(draw) + 1 + repeats));
    double sum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
      sum += drawn_mean(samples[drawn_positions() % samples.size()], drawn_repeats);
    means.push_back(sum / static_cast<double>(samples.size()));
  }
  return means;
}

Interval Bootstrap::interval(std::vector<double> values, double centre, std::size_t n) {
  std::ranges::sort(values);
  const auto left_out =
      static_cast<std::size_t>(static_cast<double>(values.size()) * (1 - confidence) / 2);
  const double widening = std::sqrt(static_cast<double>(n) / static_cast<double>(n - 1));
  return {centre + widening * (values[left_out] - centre),
          centre + widening * (values[values.size() - 1 - left_out] - centre)};
}

std::optional<Interval> confidence_interval(const Samples& samples) {
  if (!has_spread(samples))
    return std::nullopt;
  return Bootstrap::interval(Bootstrap::means(samples), mean(samples), count(samples));
}

MeanRatio ratio_of_means(const Samples& numerator, const Samples& denominator) {
  MeanRatio result{mean(numerator) / mean(denominator), std::nullopt};
  if (!has_spread(numerator) && !has_spread(denominator))
    return result;
  auto ratios = Bootstrap::means(numerator);
  const auto divisors = Bootstrap::means(denominator, 1);
  std::ranges::transform(ratios, divisors, ratios.begin(), std::divides());
  result.interval = Bootstrap::interval(std::move(ratios), result.ratio,
                                        std::max(count(numerator), count(denominator)));
  return result;
}

} // namespace eldest
