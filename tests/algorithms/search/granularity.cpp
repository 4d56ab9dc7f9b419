#include "algorithms/search/granularity.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

#include <array>
#include <cstddef>

using namespace eldest;

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

TEST_CASE("searches take long if they take several times the cost, up to the asked-for ratio") {
  Granularity granularity(2);
  granularity.set_cost(4);
  granularity.add_search(0, 7.9);
  granularity.add_search(1, 8.1);
  CHECK_FALSE(granularity.long_up_to(0));
  CHECK_FALSE(granularity.long_up_to(-1));
  CHECK(granularity.long_up_to(1));
  CHECK(granularity.knows(1));
  CHECK_FALSE(granularity.knows(2));
  // A search is taken to be at least as long as one of less depth.
  granularity.add_search(2, 0.1);
  CHECK(granularity.long_up_to(2));
  granularity.set_cost(13);
  CHECK_FALSE(granularity.long_up_to(1));
  CHECK_FALSE(granularity.long_up_to(2));
  CHECK_FALSE(granularity.long_up_to(3));
}

TEST_CASE("all measured searches take long while the cost is unknown, or if any ratio will do") {
  Granularity unknown(1);
  CHECK_FALSE(unknown.long_up_to(max_depth));
  unknown.add_search(0, 1e-9);
  CHECK(unknown.long_up_to(0));
  Granularity any(0);
  any.add_search(0, 1e-9);
  any.set_cost(1);
  CHECK(any.long_up_to(0));
}

TEST_CASE("searches take long if those up to their depth do, whatever came before") {
  constexpr int depths = 6;
  SplitMix64 random(3);
  const auto draw = [&](int most) { return static_cast<double>(random() % 1000) * most / 1000; };
  for (int game = 0; game < 50; ++game) {
    Granularity granularity(2);
    std::array<RunningMean, depths> searches;
    double cost = 0;
    for (int i = 0; i < 100; ++i) {
      const auto depth = static_cast<int>(random() % depths);
      if (random() % 5 == 0)
        granularity.set_cost(cost = draw(4));
      const double seconds = draw(depth + 2);
      searches[static_cast<std::size_t>(depth)].add(seconds);
      granularity.add_search(depth, seconds);
      bool takes_long = false;
      for (int d = 0; d < depths; ++d) {
        const auto& mean = searches[static_cast<std::size_t>(d)];
        takes_long = takes_long || (mean.known() && mean.value() >= 2 * cost);
        CHECK(granularity.long_up_to(d) == takes_long);
        CHECK(granularity.knows(d) == mean.known());
      }
    }
  }
}
