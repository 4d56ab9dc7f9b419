#include "sim/experiments/statistics.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

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

TEST_CASE("intervals are those of Student's t without skewness") {
  // 4.302653, 3.182446 and 12.706205 are the quantiles of 2, 3 and 1 degrees of freedom.
  const auto three = confidence_interval(Samples{{1}, {2}, {3}}).value();
  CHECK(three.low == Approx(2 - 4.302653 / std::sqrt(3)));
  CHECK(three.high == Approx(2 + 4.302653 / std::sqrt(3)));
  const auto repeats = confidence_interval(Samples{{1, 2, 3, 4}}).value();
  CHECK(repeats.low == Approx(2.5 - 3.182446 * std::sqrt(5.0 / 12)));
  CHECK(repeats.high == Approx(2.5 + 3.182446 * std::sqrt(5.0 / 12)));
  const auto two = confidence_interval(Samples{{3}, {5}}).value();
  CHECK(two.low == Approx(4 - 12.706205));
  CHECK(two.high == Approx(4 + 12.706205));
}

TEST_CASE("skewness lengthens both sides of an interval, and the longer tail more") {
  // The mean of 1, 2 and 6 is 3, its error 1.527525, and its skewness 0.841698. By Edgeworth's
  // expansion this makes t longer by 1.079985 times the square of the skewness, and the upper side
  // by 1.447153 times the skewness.
  const auto skewed = confidence_interval(Samples{{1}, {2}, {6}}).value();
  CHECK(skewed.low == Approx(3 - 1.527525 * 4.302653 * (1 + 1.079985 * 0.708455)));
  CHECK(skewed.high ==
        Approx(3 + 1.527525 * (4.302653 * (1 + 1.079985 * 0.708455) + 1.447153 * 0.841698)));
  const auto mirrored = confidence_interval(Samples{{-1}, {-2}, {-6}}).value();
  CHECK(mirrored.low == Approx(-skewed.high));
  CHECK(mirrored.high == Approx(-skewed.low));
}

TEST_CASE("the skewness of a mean is at most 1, with one figure unlike the others") {
  for (const std::size_t positions : {3U, 4U, 24U}) {
    Samples samples(positions, {1});
    samples.back() = {2};
    const auto n = static_cast<double>(positions);
    const auto interval = confidence_interval(samples).value();
    const double below = mean(samples) - interval.low;
    const double above = interval.high - mean(samples);
    CHECK((above - below) * n == Approx(1.447153));
  }
}

TEST_CASE("the interval of a positive figure has positive limits, and the ratios of t") {
  const auto interval = confidence_interval(Samples{{1}, {2}, {3}}, FigureRange::positive).value();
  CHECK(interval.low == Approx(2 / std::exp(4.302653 / std::sqrt(12))));
  CHECK(interval.high == Approx(2 * std::exp(4.302653 / std::sqrt(12))));
  const auto far = confidence_interval(Samples{{1}, {1000}}, FigureRange::positive).value();
  CHECK(far.low > 0);
  CHECK(std::isfinite(far.high));
  const auto zero = confidence_interval(Samples{{0}, {0}}, FigureRange::positive).value();
  CHECK(zero.low == 0);
  CHECK(zero.high == 0);
}

TEST_CASE("intervals are scaled with the figures, and mirrored by the inverse of a ratio") {
  const auto samples = random_samples(1, 6, 2, 6, 1);
  auto scaled = samples;
  for (auto& repeats : scaled) {
    for (auto& value : repeats)
      value *= 1e-6;
  }
  for (const auto range : {FigureRange::any, FigureRange::positive}) {
    const auto interval = confidence_interval(samples, range).value();
    CHECK(confidence_interval(scaled, range)->low == Approx(1e-6 * interval.low));
    CHECK(confidence_interval(scaled, range)->high == Approx(1e-6 * interval.high));
  }
  const auto others = random_samples(2, 6, 2, 6, 1);
  const auto ratio = ratio_of_means(samples, others);
  CHECK(ratio_of_means(scaled, others).interval->low == Approx(1e-6 * ratio.interval->low));
  CHECK(ratio_of_means(others, samples).interval->low == Approx(1 / ratio.interval->high));
  CHECK(ratio_of_means(others, samples).interval->high == Approx(1 / ratio.interval->low));
}

TEST_CASE("intervals contain the true mean of skewed figures in 94 of 100 samples and more") {
  // Exponentials of uniform figures between 0 and 2: their mean is 3.19, and their skewness 0.7.
  const double truth = std::expm1(2) / 2;
  for (const std::size_t positions : {6U, 12U, 24U}) {
    int any = 0;
    int positive = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      auto samples = random_samples(seed, positions, 1, 2, 0);
      for (auto& repeats : samples)
        repeats.front() = std::exp(repeats.front() - 9);
      any += confidence_interval(samples)->contains(truth) ? 1 : 0;
      positive += confidence_interval(samples, FigureRange::positive)->contains(truth) ? 1 : 0;
    }
    CAPTURE(positions);
    CHECK(any >= 940);
    CHECK(any <= 985);
    CHECK(positive >= 940);
    CHECK(positive <= 985);
  }
}

TEST_CASE("repeats count by the means of their positions") {
  const auto interval = confidence_interval(Samples{{1, 3}, {4}, {6, 6, 6}}).value();
  const auto of_means = confidence_interval(Samples{{2}, {4}, {6}}).value();
  CHECK(interval.low == of_means.low);
  CHECK(interval.high == of_means.high);
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

TEST_CASE("seeds of a single position are not paired") {
  // The relative errors of the means are 0.288675 and 0.144338; each has two degrees of freedom.
  const auto compared = ratio_of_means({{1, 2, 3}}, {{3, 4, 5}});
  CHECK(compared.ratio == 0.5);
  CHECK(compared.interval->high == Approx(0.5 * std::exp(4.302653 * 0.322749)));
  CHECK(compared.interval->low == Approx(0.5 / std::exp(4.302653 * 0.322749)));
  // With unequal numbers of seeds, the lesser counts: 3 and 5 have an error of a quarter.
  const auto fewer = ratio_of_means({{1, 2, 3}}, {{3, 5}});
  CHECK(fewer.interval->high == Approx(0.5 * std::exp(12.706205 * std::hypot(0.288675, 0.25))));
  const auto known = ratio_of_means({{1, 2, 3}}, {{4}});
  CHECK(known.interval->high == Approx(0.5 * std::exp(4.302653 * 0.288675)));
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

TEST_CASE("the p-value of a mean is Student's, if the samples are not skewed") {
  const auto p_value = [](const Samples& logarithms) {
    Samples ratios = logarithms;
    for (auto& repeats : ratios) {
      for (double& value : repeats)
        value = std::exp(value);
    }
    return geometric_mean(ratios).p_value;
  };
  const Samples samples{{2}, {0}, {2}, {0}, {2}, {0}};
  CHECK(p_value(samples) == Approx(0.07560).epsilon(1e-3));         // t = sqrt(5)
  CHECK(p_value({{2, 0, 2, 0, 2, 0}}) == Approx(p_value(samples))); // repeats of one position
  CHECK(p_value({{1}, {-1}}) == Approx(1));
  CHECK(p_value({{3}, {3}, {3}}) == Approx(0).margin(1e-12));
  CHECK(p_value({{3}}) == 1);
}

TEST_CASE("a p-value is 5 % at most where the interval excludes 1") {
  SplitMix64 random(7);
  int excluded = 0;
  for (int i = 0; i < 2000; ++i) {
    Samples one;
    Samples other;
    for (int position = 0; position < 3 + i % 10; ++position) {
      one.push_back({1.4 + std::pow(unit_interval(random()), 3)});
      other.push_back({1 + unit_interval(random())});
    }
    const auto ratio = ratio_of_means(one, other);
    CHECK(ratio.is_open() == (ratio.p_value > 0.05));
    excluded += ratio.is_open() ? 0 : 1;
    CHECK(ratio_of_means(other, one).p_value == Approx(ratio.p_value));
  }
  CHECK(excluded > 100);
  CHECK(excluded < 1900);
}
