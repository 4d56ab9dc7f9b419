#include "algorithms/ybn/eldest_rates.hpp"

#include "algorithms/search/node_type.hpp"
#include "tests/support/catch.hpp"

using namespace eldest;
using ybn::EldestRates;

TEST_CASE("rates that have not been measured are those of a well-ordered tree") {
  const EldestRates rates;
  for (const int depth : {0, 1, 40}) {
    CHECK(rates.of(NodeType::pv, depth) == Approx(0.1));
    CHECK(rates.of(NodeType::cut, depth) == Approx(0.9));
    CHECK(rates.of(NodeType::all, depth) == Approx(0.1));
    CHECK(rates.of(NodeType::outside, depth) == Approx(0.5));
  }
}

TEST_CASE("a rate follows its own depth, then other depths of its type, and no other type") {
  EldestRates rates;
  for (int i = 0; i < 96; ++i)
    rates.add(NodeType::all, 3, i % 2 == 0);
  CHECK(rates.of(NodeType::all, 3) == Approx(0.5).margin(0.01));
  CHECK(rates.of(NodeType::all, 5) == Approx(48.4 / 100));
  CHECK(rates.of(NodeType::cut, 3) == Approx(0.9));
  for (int i = 0; i < 4; ++i)
    rates.add(NodeType::all, 5, true);
  CHECK(rates.of(NodeType::all, 5) == Approx((4 + 4 * 52.4 / 104) / 8));
  CHECK(rates.of(NodeType::all, 5) > rates.of(NodeType::all, 3));
}
