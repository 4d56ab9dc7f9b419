#include "sim/uci/time_control.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>

using namespace eldest;
using namespace eldest::uci;

namespace {

Go clock(std::int64_t left, std::int64_t increment = 0) {
  Go go;
  go.clocks[chess::white] = {left, increment};
  go.clocks[chess::black] = {1, 0};
  return go;
}

} // namespace

TEST_CASE("a search without limits of time has none") {
  CHECK(time_budget({}, chess::white, 0.02) == TimeBudget{});
  Go infinite = clock(1000);
  infinite.infinite = true;
  CHECK(time_budget(infinite, chess::white, 0.02) == TimeBudget{});
  Go depth;
  depth.depth = 8;
  CHECK(time_budget(depth, chess::white, 0.02) == TimeBudget{});
}

TEST_CASE("a move of fixed time takes that less the overhead, and some time at least") {
  Go go;
  go.move_time = 100;
  CHECK(time_budget(go, chess::white, 0.02).end == Approx(0.08));
  CHECK_FALSE(time_budget(go, chess::white, 0.02).last_start);
  go.move_time = 30;
  CHECK(time_budget(go, chess::white, 0.02).end == Approx(0.015));
  go.move_time = 0;
  CHECK(time_budget(go, chess::white, 0.02).end == Approx(0.001));
}

TEST_CASE("with a clock a move gets its share, and up to three times as much once begun") {
  const auto budget = time_budget(clock(60'020), chess::white, 0.02);
  CHECK(budget.last_start == Approx(0.6 * 2));
  CHECK(budget.end == Approx(3 * 2));
  const auto increment = time_budget(clock(60'020, 1000), chess::white, 0.02);
  CHECK(increment.end == Approx(3 * 3));
}

TEST_CASE("the side to move looks at its own clock") {
  CHECK(*time_budget(clock(60'000), chess::black, 0).end < 0.002);
}

TEST_CASE("up to a time control the time is divided by the moves to it") {
  Go go = clock(60'020);
  go.moves_to_go = 10;
  CHECK(time_budget(go, chess::white, 0.02).last_start == Approx(0.6 * 6));
  go.moves_to_go = 1;
  CHECK(time_budget(go, chess::white, 0.02).end == Approx(0.8 * 60));
  go.moves_to_go = 500; // same as none
  CHECK(time_budget(go, chess::white, 0.02).last_start == Approx(0.6 * 2));
}

TEST_CASE("no budget exceeds the time left, however little that is") {
  for (const std::int64_t left : {0, 1, 10, 21, 50, 100, 1000, 100'000}) {
    for (const std::int64_t increment : {0, 20, 1000, 60'000}) {
      for (const int moves : {0, 1, 2, 40}) {
        Go go = clock(left, increment);
        if (moves > 0)
          go.moves_to_go = moves;
        const auto budget = time_budget(go, chess::white, 0.02);
        INFO(left << " ms, " << increment << " ms a move, " << moves << " to go");
        CHECK(*budget.last_start <= *budget.end);
        const double all = static_cast<double>(left) / 1000;
        CHECK(*budget.end >= 0.001);
        CHECK(*budget.end <= std::max(0.001, 0.8 * (all - 0.02)));
        CHECK(*budget.end <= budget.latest);
        CHECK(budget.latest <= std::max({0.001, all / 4, 0.8 * (all - 0.02)}));
      }
    }
  }
}

TEST_CASE("the table is as large as a search can come to use, if it is to be that large") {
  const std::size_t million = 1'000'000;
  CHECK(useful_entries(million, {}, 1) == million);
  CHECK(useful_entries(million, {1.0, 2.0, 2.0}, 1) == million);
  CHECK(useful_entries(million, {std::nullopt, 0.05, 0.05}, 1) == (1U << 14U) + 30'000);
  CHECK(useful_entries(million, {std::nullopt, 0.05, 0.05}, 2) == (1U << 14U) + 60'000);
}
