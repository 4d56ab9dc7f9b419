#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("YBWC finds the minimax value of random trees on random machines") {
  test::check_random_cases(Algorithm::ybwc, 30, 2000, [](test::Case& test, SplitMix64& random) {
    auto& options = test.settings.ybwc;
    options.victim = test::draw(random, 0, 1) == 0 ? VictimChoice::random : VictimChoice::nearest;
    options.star = test::draw(random, 0, 1) == 0;
    options.min_split_depth = test::draw(random, 1, 3);
    options.helpful_master = test::draw(random, 0, 1) == 0;
    options.hops = test::draw(random, 0, 6);
  });
}
