#include "algorithms/ybn/granularity.hpp"

#include "trees/base/random.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>

using namespace eldest;
using ybn::Granularity;
using ybn::RunningMean;

TEST_CASE("a running mean is the mean of few values and follows the last of many") {
  RunningMean mean;
  CHECK_FALSE(mean.known());
  for (const double value : {1.0, 2.0, 6.0})
    mean.add(value);
  CHECK(mean.known());
  CHECK(mean.value() == Approx(3));
  for (int i = 0; i < 1000; ++i)
    mean.add(10);
  CHECK(mean.value() == Approx(10).epsilon(1e-3));
}

TEST_CASE("sons are worth giving away if they take longer than that does") {
  Granularity granularity(2);
  granularity.add_gift(3);
  granularity.add_answer(1);
  CHECK(granularity.cost() == Approx(4));
  granularity.add_son(0, 7.9);
  granularity.add_son(1, 8.1);
  CHECK_FALSE(granularity.worth_giving(0));
  CHECK_FALSE(granularity.worth_giving(-1));
  CHECK(granularity.worth_giving(1));
  // Unknown sons are taken to be large.
  CHECK(granularity.worth_giving(2));
  // A son is at least as large as a son of less depth.
  granularity.add_son(2, 0.1);
  CHECK(granularity.worth_giving(2));
  granularity.add_answer(9);
  CHECK_FALSE(granularity.worth_giving(1));
  CHECK_FALSE(granularity.worth_giving(2));
  CHECK(granularity.worth_giving(3));
}

TEST_CASE("all sons are worth giving away while the price is unknown, or if asked for") {
  Granularity unknown(1);
  unknown.add_son(0, 1e-9);
  CHECK(unknown.worth_giving(0));
  Granularity any(0);
  any.add_son(0, 1e-9);
  any.add_gift(1);
  CHECK(any.worth_giving(0));
}

TEST_CASE("a son is worth giving away if sons up to its depth take long, whatever came before") {
  constexpr int depths = 6;
  SplitMix64 random(3);
  const auto draw = [&](int most) { return static_cast<double>(random() % 1000) * most / 1000; };
  for (int game = 0; game < 50; ++game) {
    Granularity granularity(2);
    std::array<RunningMean, depths> sons;
    for (int i = 0; i < 100; ++i) {
      const auto depth = static_cast<int>(random() % depths);
      if (random() % 10 == 0)
        granularity.add_gift(draw(2));
      const double seconds = draw(depth + 2);
      sons[static_cast<std::size_t>(depth)].add(seconds);
      granularity.add_son(depth, seconds);
      if (random() % 10 == 0)
        granularity.add_answer(draw(2));
      bool long_enough = false;
      for (int d = 0; d < depths; ++d) {
        const auto& mean = sons[static_cast<std::size_t>(d)];
        long_enough = long_enough || (mean.known() && mean.value() >= 2 * granularity.cost());
        CHECK(granularity.worth_giving(d) == (long_enough || !mean.known()));
      }
    }
  }
}
