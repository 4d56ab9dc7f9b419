#include "sim/system/process_copy.hpp"

#include "tests/support/catch.hpp"

#include <latch>
#include <thread>

using namespace eldest;

TEST_CASE("a process is copied right after its other threads have been joined") {
  for (int i = 0; i < 100; ++i) {
    std::thread([] {}).join();
    const auto outcome = copy_process();
    if (outcome == CopyOutcome::in_copy)
      end_copy(true);
    REQUIRE(outcome == CopyOutcome::ended);
  }
}

TEST_CASE("a process is told that its copy has not done its task") {
  const auto outcome = copy_process();
  if (outcome == CopyOutcome::in_copy)
    end_copy(false);
  CHECK(outcome == CopyOutcome::failed);
}

TEST_CASE("a process with several threads is not copied") {
  std::latch over(1);
  const std::jthread other([&] { over.wait(); });
  const auto outcome = copy_process();
  if (outcome == CopyOutcome::in_copy)
    end_copy(true);
  over.count_down();
  CHECK(outcome == CopyOutcome::failed);
}
