#include "sim/experiments/search_progress.hpp"

#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"

#include <vector>

using namespace eldest;

TEST_CASE("the remaining time is not known before two ply could be compared") {
  CHECK(estimate_remaining_seconds({}, 1, 5) < 0);
  CHECK(estimate_remaining_seconds({1, 2}, 1, 5) < 0);
}

TEST_CASE("iterations are taken to grow as they last did in two ply") {
  CHECK(estimate_remaining_seconds({1, 2, 4}, 0, 0) == Approx(8));
  CHECK(estimate_remaining_seconds({1, 2, 4}, 3, 0) == Approx(5));
  CHECK(estimate_remaining_seconds({1, 2, 4}, 3, 2) == Approx(5 + 16 + 32));
  CHECK(estimate_remaining_seconds({1, 10, 5}, 0, 1) == Approx(50 + 25)); // odd and even
}

TEST_CASE("an iteration that lasts longer than expected is about to end, and none gets shorter") {
  CHECK(estimate_remaining_seconds({1, 2, 4}, 100, 0) == 0);
  CHECK(estimate_remaining_seconds({1, 2, 4}, 100, 1) == Approx(16));
  CHECK(estimate_remaining_seconds({4, 2, 1}, 0, 1) == Approx(2 + 1));
  CHECK(estimate_remaining_seconds({0, 0, 0}, 0, 3) == 0);
}

TEST_CASE("a search is running as long as somebody reports its progress") {
  SearchProgress progress;
  CHECK(!progress.running);
  {
    ProgressReporter reporter(progress, 7);
    CHECK(progress.running);
    CHECK(progress.nominal_depth == 7);
    reporter.report(0.5, 1000, 3);
    CHECK(progress.seconds == 0.5);
    CHECK(progress.nodes == 1000);
    CHECK(progress.depth == 3);
    reporter.report(0.75, 1500, 2); // a processor that lags behind
    CHECK(progress.nodes == 1500);
    CHECK(progress.depth == 3);
    CHECK(progress.remaining_seconds < 0);
    for (int depth = 4; depth <= 6; ++depth)
      reporter.report(1, 2000, depth);
    CHECK(progress.remaining_seconds >= 0);
  }
  CHECK(!progress.running);
}

TEST_CASE("a child process tells of its search on the board of its parent") {
  ProgressBoard board;
  CHECK(board.first_running() == nullptr);
  (void)run_in_child_process([&]() -> Json {
    board.of(3).nodes = 42;
    board.of(3).running = true;
    board.of(5).running = true;
    return {};
  });
  REQUIRE(board.first_running() == &board.of(3));
  CHECK(board.first_running()->nodes == 42);
  board.of(3).running = false;
  CHECK(board.first_running() == &board.of(5));
}
