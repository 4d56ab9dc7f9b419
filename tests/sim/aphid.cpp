#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE(
    "APHID finds the minimax value of random trees on random machines, whatever its options") {
  const auto vary = [](test::Case& test, SplitMix64& random) {
    auto& aphid = test.settings.aphid;
    aphid.horizon = test::draw(random, 0, 3);
    aphid.leaves_per_slave = test::draw(random, 1, 3);
    aphid.granularity = test::draw(random, 1, 3);
    aphid.exemption = test::draw(random, 0, 3);
    aphid.load_balancing = test::draw(random, 0, 3) != 0;
    aphid.window_margin = test::draw(random, 0, 2) * 0.2;
    aphid.window_growth = test::draw(random, 0, 2) * 0.1;
  };
  test::check_random_cases(Algorithm::aphid, 30, 2000, vary);
}
