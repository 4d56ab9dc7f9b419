#include "sim/experiments/statistics.hpp"

#include "trees/base/random.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace eldest;

namespace {

/// Draws samples: positions whose true means lie around 10, and for each position repeats around
/// its true mean. True means and repeats are uniformly distributed over intervals of the given
/// widths.
Samples random_samples(std::uint64_t seed, std::size_t positions, std::size_t repeats,
                       double width_of_positions, double width_of_repeats) {
  SplitMix64 random(seed);
  const auto around = [&](double centre, double width) {
    return centre + width * (unit_interval(random()) - 0.5);
  };
  Samples samples;
  for (std::size_t position = 0; position < positions; ++position) {
    const double centre = around(10, width_of_positions);
    samples.emplace_back();
    for (std::size_t repeat = 0; repeat < repeats; ++repeat)
      samples.back().push_back(around(centre, width_of_repeats));
  }
  return samples;
}

} // namespace

TEST_CASE("a position counts the same with any number of repeats") {
  CHECK(mean(Samples{{1, 3}, {5}}) == 3.5);
  CHECK(mean(Samples{{4}}) == 4);
}

TEST_CASE("one figure has no interval, equal figures have one without width") {
  CHECK_FALSE(confidence_interval(Samples{{4}}));
  const auto equal = confidence_interval(Samples{{4, 4}, {4}}).value();
  CHECK(equal.low == 4);
  CHECK(equal.high == 4);
}

TEST_CASE("the interval of a mean has the width of the standard error") {
  // 1.96 standard errors on both sides, because the mean of many figures is normally distributed.
  const auto samples = random_samples(1, 200, 1, 6, 0);
  double squares = 0;
  for (const auto& repeats : samples)
    squares += (repeats[0] - mean(samples)) * (repeats[0] - mean(samples));
  const double error = std::sqrt(squares / 199 / 200);
  const auto interval = confidence_interval(samples).value();
  CHECK(interval.high - mean(samples) == Approx(1.96 * error).epsilon(0.05));
  CHECK(mean(samples) - interval.low == Approx(1.96 * error).epsilon(0.05));
}

TEST_CASE("95 of 100 intervals hold the true mean, or somewhat less with few positions") {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    held += confidence_interval(random_samples(seed, 12, 3, 4, 2)).value().contains(10) ? 1 : 0;
  CHECK(held >= 90);
  CHECK(held <= 99);
}

TEST_CASE("the spread of repeats alone makes an interval") {
  const auto interval = confidence_interval(Samples{{1, 2, 3, 4}}).value();
  CHECK(interval.low > 1);
  CHECK(interval.low < 2.5);
  CHECK(interval.high > 2.5);
  CHECK(interval.high < 4);
}

TEST_CASE("positions are paired when means are compared") {
  // Positions differ by a factor of 9, and the figures of each by 5 per cent.
  Samples slow;
  Samples fast;
  for (int position = 1; position <= 9; ++position) {
    slow.push_back({1.00 * position, 1.02 * position});
    fast.push_back({1.05 * position, 1.07 * position});
  }
  const auto compared = ratio_of_means(fast, slow);
  CHECK(compared.ratio == Approx(1.06 / 1.01));
  CHECK_FALSE(compared.is_open());
  CHECK(compared.interval->low > 1.03);
  CHECK(compared.interval->high < 1.07);
  CHECK(ratio_of_means(slow, slow).ratio == 1);
  CHECK(ratio_of_means(slow, slow).is_open());
  CHECK(ratio_of_means({{2}}, {{1}}).is_open());
}

TEST_CASE("means that are equal are rarely told apart, also by the seeds of one position") {
  int told_apart = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto one = random_samples(2 * seed, 1, 10, 0, 2);
    const auto other = random_samples(2 * seed + 1, 1, 10, 0, 2);
    told_apart += ratio_of_means(one, other).is_open() ? 0 : 1;
  }
  CHECK(told_apart <= 20);
}
