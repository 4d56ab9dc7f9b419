#include "sim/uci/time_control.hpp"

#include "tests/support/catch.hpp"

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
  const auto budget = time_budget(clock(60'600), chess::white, 0.02); // 30 moves lose 600 ms
  CHECK(budget.last_start == Approx(0.6 * 2));
  CHECK(budget.end == Approx(3 * 2));
  const auto increment = time_budget(clock(60'600, 3000), chess::white, 0.02);
  CHECK(increment.end == Approx(3 * (2 + 2.9)));
}

TEST_CASE("the lag of earlier moves is kept on the clock") {
  const Lag lag{.usual = 0.03, .worst = 0.2};
  const auto budget = time_budget(clock(62'500), chess::white, 0.04, lag);
  CHECK(budget.last_start == Approx(0.6 * 2)); // 62.5 - 30 * 0.07 - 2 * 0.2 = 60
  CHECK(time_budget(clock(500), chess::white, 0.04, lag).end == Approx(0.001));
  Go go;
  go.move_time = 1000;
  CHECK(time_budget(go, chess::white, 0.04, lag).end == Approx(0.76));
}

TEST_CASE("with 60 ms left, a move takes a millisecond, and the clock recovers") {
  CHECK(time_budget(clock(60, 10), chess::white, 0.02).end == Approx(0.001));
  CHECK(time_budget(clock(60), chess::white, 0.02).end == Approx(0.001));
  CHECK(time_budget(clock(60, 10), chess::white, 0.02).latest <= 0.005);
}

TEST_CASE("a game at 1 s and 10 ms a move is never lost on time, whatever the lag of its moves") {
  for (const double lag : {0.0, 0.002, 0.008, 0.012, 0.016}) {
    INFO("lag " << lag);
    LagMeter meter;
    double left = 1;
    for (int move = 0; move < 100; ++move) {
      const auto milliseconds = static_cast<std::int64_t>(left * 1000);
      const auto budget = time_budget(clock(milliseconds, 10), chess::white, 0.02, meter.lag());
      left -= *budget.end + lag;
      REQUIRE(left > 0);
      left += 0.01;
      meter.add(lag);
    }
  }
}

TEST_CASE("of the lags, the usual one follows the average, and the worst one is forgotten slowly") {
  LagMeter meter;
  CHECK(meter.lag().usual == 0);
  CHECK(meter.lag().worst == 0);
  meter.add(0.08);
  CHECK(meter.lag().usual == Approx(0.01));
  CHECK(meter.lag().worst == Approx(0.08));
  meter.add(0.01);
  CHECK(meter.lag().usual == Approx(0.01));
  CHECK(meter.lag().worst == Approx(0.076));
  for (int move = 0; move < 100; ++move)
    meter.add(0.01);
  CHECK(meter.lag().worst == Approx(0.01));
}

TEST_CASE("an interface charges the difference of its clocks, and the increment") {
  CHECK(charge(clock(1000, 10), clock(950, 10), chess::white) == Approx(0.06));
  CHECK_FALSE(charge({}, clock(950), chess::white));
  CHECK_FALSE(charge(clock(1000), {}, chess::white));
}

TEST_CASE("the side to move looks at its own clock") {
  CHECK(*time_budget(clock(60'000), chess::black, 0).end < 0.002);
}

TEST_CASE("up to a time control the time is divided by the moves to it") {
  Go go = clock(60'000);
  go.moves_to_go = 10;
  CHECK(time_budget(go, chess::white, 0).last_start == Approx(0.6 * 6));
  go.moves_to_go = 1;
  CHECK(time_budget(go, chess::white, 0).end == Approx(0.8 * 60));
  go.moves_to_go = 500; // same as none
  CHECK(time_budget(go, chess::white, 0).last_start == Approx(0.6 * 2));
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
        CHECK(budget.latest <= std::max(0.001, 0.8 * (all - 0.02)));
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
