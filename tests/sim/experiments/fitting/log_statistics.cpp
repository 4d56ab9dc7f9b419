#include "sim/experiments/fitting/log_statistics.hpp"

#include "tests/support/catch.hpp"

#include <cmath>

namespace eldest {
namespace {

LoggedIteration iteration(int depth, double nodes, double value) {
  LoggedIteration iteration;
  iteration.depth = depth;
  iteration.nodes = nodes;
  iteration.value = value;
  return iteration;
}

TEST_CASE("nodes grow as in the positions that have both depths") {
  const EngineLog log{{"a", {iteration(1, 10, 0), iteration(2, 40, 0), iteration(3, 80, 0)}},
                      {"b", {iteration(1, 1000, 0), iteration(2, 1000, 0)}}};
  const auto statistics = statistics_of(log);
  REQUIRE(statistics.by_depth.size() == 3);
  CHECK(statistics.by_depth[0].log_nodes == Approx(std::log(100)));
  CHECK(statistics.by_depth[1].log_nodes == Approx(std::log(200)));
  CHECK(statistics.by_depth[2].log_nodes == Approx(std::log(400)));
}

TEST_CASE("an iteration has a node at least, however few those that have the next one had") {
  const EngineLog log{{"a", {iteration(1, 10, 0)}},
                      {"b", {iteration(1, 1000, 0)}},
                      {"c", {iteration(1, 1000, 0), iteration(2, 1, 0), iteration(3, 8, 0)}}};
  const auto statistics = statistics_of(log);
  REQUIRE(statistics.by_depth.size() == 3);
  CHECK(statistics.by_depth[1].log_nodes == 0);
  CHECK(statistics.by_depth[2].log_nodes == Approx(std::log(8)));
}

TEST_CASE("the depths of a log end where no position has the next one") {
  const EngineLog log{{"a", {iteration(2, 10, 0), iteration(3, 40, 0), iteration(5, 80, 0)}}};
  const auto statistics = statistics_of(log);
  REQUIRE(statistics.by_depth.size() == 2);
  CHECK(statistics.by_depth.front().depth == 2);
}

TEST_CASE("rates are those of the sums, and left out where there is little to tell them from") {
  EngineLog log{{"a", {iteration(1, 10, 0), iteration(2, 500, 0)}},
                {"b", {iteration(1, 10, 0), iteration(2, 500, 0)}}};
  for (auto& search : log) {
    search.iterations[0].cutoffs = 3;
    search.iterations[0].first_move_cutoffs = 3;
    search.iterations[1].cutoffs = search.position == "a" ? 300 : 100;
    search.iterations[1].first_move_cutoffs = 50;
    search.iterations[1].deep_cutoffs = 80;
    search.iterations[1].deep_first_move_cutoffs = 60;
    search.iterations[1].expanded = 200;
    search.iterations[1].moves = 6000;
    search.iterations[1].forced = 20;
    search.iterations[1].table_cutoffs = 50;
    search.iterations[1].seconds = 0.5;
  }
  const auto statistics = statistics_of(log);
  CHECK(!statistics.by_depth[0].first_move_rate);
  CHECK(statistics.by_depth[1].first_move_rate == 0.25);
  CHECK(statistics.by_depth[1].deep_first_move_rate == 0.75);
  CHECK(statistics.by_depth[1].table_rate == 0.2);
  CHECK(statistics.branching == 30);
  CHECK(statistics.forced == 0.1);
  CHECK(statistics.node_seconds == 0.001);
  CHECK(!statistics.quiescence);
}

TEST_CASE("steps of values have a size, and go up and down with the parity of the depth") {
  LoggedSearch search{"a", {}};
  for (int depth = 1; depth <= 12; ++depth)
    search.iterations.push_back(iteration(depth, 10, 100 + depth + (depth % 2 == 0 ? 20 : 0)));
  const auto statistics = statistics_of({search});
  CHECK(statistics.step == 21); // six times up, five times down by 19
  CHECK(statistics.alternation == 20);
}

TEST_CASE("a log without values has no steps") {
  LoggedIteration bare;
  bare.depth = 1;
  bare.nodes = 1;
  const auto statistics = statistics_of({{"a", {bare}}});
  CHECK(!statistics.step);
  CHECK(!statistics.alternation);
  CHECK(!statistics.node_seconds);
  CHECK(!statistics.branching);
}

} // namespace
} // namespace eldest
