#include "sim/machines/threads/stop_watcher.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <future>
#include <optional>

#include <unistd.h>

using namespace eldest;

namespace {

/// Sends this process the signal that Ctrl-C sends.
void interrupt() { ::kill(::getpid(), SIGINT); }

/// The reason that a watcher has for its one call; without one this would wait for ever.
StopReason awaited_reason(std::optional<double> time_limit = std::nullopt) {
  std::promise<StopReason> reason;
  const StopWatcher watcher(time_limit, [&](StopReason called) { reason.set_value(called); });
  return reason.get_future().get();
}

} // namespace

TEST_CASE("an interrupt between two searches waits for the next watcher") {
  const HeldInterrupts held;
  interrupt();
  CHECK(awaited_reason() == StopReason::interrupt);
  CHECK(awaited_reason(0.001) == StopReason::time);
}

TEST_CASE(
    "further interrupts have no effect, neither at once nor when interrupts are held no more") {
  const HeldInterrupts held;
  interrupt();
  ::kill(::getpid(), SIGTERM);
  CHECK(awaited_reason() == StopReason::interrupt);
  CHECK(awaited_reason(0.001) == StopReason::time);
  interrupt();
}

TEST_CASE("an interrupt that comes after the end of a watcher's time is the next one's") {
  const HeldInterrupts held;
  {
    std::promise<void> over;
    const StopWatcher watcher(0.001, [&](StopReason) { over.set_value(); });
    over.get_future().wait();
    interrupt();
  }
  CHECK(awaited_reason() == StopReason::interrupt);
}
