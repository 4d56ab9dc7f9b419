#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("a shared table finds the minimax value of random trees on random machines") {
  test::check_random_cases(Algorithm::shared_table, 40, 1000,
                           [](test::Case& test, SplitMix64& random) {
                             auto& options = test.settings.shared_table;
                             options.order = static_cast<HelperOrder>(test::draw(random, 0, 2));
                             options.stagger = test::draw(random, 0, 1) == 0;
                           });
}
