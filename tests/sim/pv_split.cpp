#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("PV-Split finds the minimax value of random trees on random machines") {
  test::check_random_cases(Algorithm::pv_split, 50, 1000, [](test::Case& test, SplitMix64& random) {
    test.settings.pv_split.min_depth = test::draw(random, 1, 3);
  });
}
