#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("Simplified ABDADA finds the minimax value of random trees on random machines") {
  test::check_random_cases(
      Algorithm::simplified_abdada, 30, 1000, [](test::Case& test, SplitMix64& random) {
        auto& options = test.settings.simplified_abdada;
        options.defer_depth = test::draw(random, 1, 4);
        options.cutoff_check_depth = test::draw(random, 0, 3);
        if (test::draw(random, 0, 1) == 0)
          test.tables.searching_sets = static_cast<std::size_t>(test::draw(random, 1, 3));
        test.tables.searching_ways = static_cast<std::size_t>(test::draw(random, 1, 4));
      });
}
