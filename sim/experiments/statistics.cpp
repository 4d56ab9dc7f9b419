#include "sim/experiments/statistics.hpp"

#include "trees/random.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace eldest {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The mean of as many repeats, drawn with replacement.
double drawn_mean(const std::vector<double>& repeats, SplitMix64& random) {
  if (repeats.size() == 1)
    return repeats.front();
  double sum = 0;
  for (std::size_t i = 0; i < repeats.size(); ++i)
    sum += repeats[random() % repeats.size()];
  return sum / static_cast<double>(repeats.size());
}

bool has_spread(const Samples& samples) { return samples.size() > 1 || samples.front().size() > 1; }

} // namespace

double mean(const Samples& samples) {
  double sum = 0;
  for (const auto& repeats : samples)
    sum += mean(repeats);
  return sum / static_cast<double>(samples.size());
}

std::vector<double> Bootstrap::means(const Samples& samples) {
  std::vector<double> means;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    // Positions and repeats have generators of their own: figures with other numbers of repeats
    // are of the same positions.
    SplitMix64 positions(mix(draw));
    SplitMix64 repeats(mix(draw) + 1);
    double sum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
      sum += drawn_mean(samples[positions() % samples.size()], repeats);
    means.push_back(sum / static_cast<double>(samples.size()));
  }
  return means;
}

Interval Bootstrap::interval(std::vector<double> values) {
  std::ranges::sort(values);
  const auto left_out =
      static_cast<std::size_t>(static_cast<double>(values.size()) * (1 - confidence) / 2);
  return {values[left_out], values[values.size() - 1 - left_out]};
}

std::optional<Interval> confidence_interval(const Samples& samples) {
  if (!has_spread(samples))
    return std::nullopt;
  return Bootstrap::interval(Bootstrap::means(samples));
}

MeanRatio ratio_of_means(const Samples& numerator, const Samples& denominator) {
  MeanRatio result{mean(numerator) / mean(denominator), std::nullopt};
  if (!has_spread(numerator) && !has_spread(denominator))
    return result;
  auto ratios = Bootstrap::means(numerator);
  const auto divisors = Bootstrap::means(denominator);
  std::ranges::transform(ratios, divisors, ratios.begin(), std::divides());
  result.interval = Bootstrap::interval(std::move(ratios));
  return result;
}

} // namespace eldest
