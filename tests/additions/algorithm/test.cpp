#include "algorithms/sample/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

using namespace eldest;

TEST_CASE("the added algorithm finds the minimax value of random trees on random machines") {
  test::check_random_cases(SampleSettings{}, 40, 50, [](test::Case& test, SplitMix64& random) {
    test.own<SampleSettings>().random = test::draw(random, 0, 1) == 0;
  });
}
