#include "sim/machines/simulated/simgrid/stall_guard.hpp"

#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"

#include <chrono>

using namespace eldest;

namespace {

/// Computes for `seconds`, in short steps, and calls `after_step` after each.
template <class AfterStep> void compute(double seconds, const AfterStep& after_step) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end)
    after_step();
}

} // namespace

TEST_CASE("a loop that does not come to an end is ended, with a line that says so") {
  const auto loop = []() -> Json {
    StallGuard guard(0.1, "the loop stalls");
    guard.enter();
    compute(20, [] {});
    return "at the end";
  };
  CHECK_THROWS_WITH(run_in_child_process(loop), Catch::Contains("the loop stalls"));
}

TEST_CASE("a guard leaves alone what gives signs of life, and what is outside of the loop") {
  const auto alive = []() -> Json {
    StallGuard guard(0.1, "the loop stalls");
    guard.enter();
    compute(0.4, [&guard] { guard.sign_of_life(); });
    guard.leave();
    compute(0.4, [] {});
    return "at the end";
  };
  CHECK(run_in_child_process(alive) == "at the end");
}
