#include "tests/support/catch.hpp"
#include "trees/perft.hpp"
#include "trees/sample/position.hpp"

using namespace eldest;

TEST_CASE("the added game has as many moves as counters") {
  CHECK(perft(sample::Position{}, 1) == 18);
}
