#include "algorithms/shared_nodes/payoff.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;

namespace {

/// The number of nodes of `depth` that are chosen of many.
int chosen(Payoff& payoff, int depth) {
  int count = 0;
  for (int node = 0; node < 2560; ++node)
    count += payoff.chooses(depth) ? 1 : 0;
  return count;
}

} // namespace

TEST_CASE("without a granularity, exchanges concern all nodes of a depth or more") {
  Payoff payoff(2, 0, 8);
  CHECK(chosen(payoff, 1) == 0);
  CHECK(chosen(payoff, 2) == 2560);
  CHECK(chosen(payoff, 3) == 2560);
  CHECK_FALSE(payoff.measures_node(3));
  CHECK_FALSE(payoff.measures_exchange(3));
  Payoff none(0, 0, 8);
  CHECK(chosen(none, 9) == 0);
}

TEST_CASE("exchanges pay at nodes that take long enough, and are made at few others") {
  Payoff payoff(2, 10, 8);
  CHECK_FALSE(payoff.pays(5)); // nothing is known yet
  CHECK(payoff.chooses(5));
  payoff.add_node(2, 9);
  payoff.add_node(3, 11);
  CHECK(payoff.pays(2)); // the time of an exchange is not known yet
  payoff.add_exchange(1);
  CHECK_FALSE(payoff.pays(2));
  CHECK(payoff.pays(3));
  CHECK(payoff.pays(4));
  CHECK(chosen(payoff, 1) == 0);
  CHECK(chosen(payoff, 2) == 2560 / 64);
  CHECK(chosen(payoff, 3) == 2560);
}

TEST_CASE("an exchange that takes very long does not end them for good") {
  Payoff payoff(1, 10, 8);
  payoff.add_node(3, 100);
  for (int i = 0; i < 100; ++i)
    payoff.add_exchange(1);
  CHECK(payoff.pays(3));
  payoff.add_exchange(1e4);
  CHECK_FALSE(payoff.pays(3));
  int nodes = 0;
  for (; !payoff.pays(3) && nodes < 100'000; ++nodes) {
    if (payoff.chooses(3) && payoff.measures_exchange(3))
      payoff.add_exchange(1);
  }
  CHECK(nodes < 64 * 64 * 5);
}

TEST_CASE("of nodes and exchanges that have been measured often, one in 16 is measured") {
  Payoff payoff(1, 1, 8); // exchanges pay
  int nodes = 0;
  int exchanges = 0;
  for (int i = 0; i < 64 + 160; ++i) {
    if (payoff.measures_node(1)) {
      payoff.add_node(1, 1);
      ++nodes;
    }
    if (payoff.measures_exchange(1)) {
      payoff.add_exchange(1);
      ++exchanges;
    }
  }
  CHECK(nodes == 64 + 10);
  CHECK(exchanges == 64 + 10);
}

TEST_CASE("a single processor with a granularity makes and measures no exchanges") {
  Payoff payoff(1, 10, 1);
  CHECK(chosen(payoff, 5) == 0);
  CHECK_FALSE(payoff.measures_node(5));
}
