#include "sim/machines/threads/stop_watcher.hpp"

#include "tests/support/catch.hpp"

#include <csignal>
#include <future>
#include <optional>

#include <unistd.h>

using namespace eldest;

namespace {

/// Sends this process the signal of Ctrl-C.
void interrupt() { ::kill(::getpid(), SIGINT); }

/// Waits until a watcher calls its function, and returns the reason that the watcher gives. Waits
/// forever if there is no call.
StopReason awaited_reason(std::optional<double> time_limit = std::nullopt) {
  std::promise<StopReason> reason;
  const StopWatcher watcher(time_limit, [&](StopReason called) { reason.set_value(called); });
  return reason.get_future().get();
}

} // namespace

TEST_CASE("an interrupt between two searches is for all watchers from then on") {
  const Interrupts interrupts;
  CHECK(awaited_reason(0.001) == StopReason::time);
  CHECK_FALSE(interrupts.come());
  interrupt();
  CHECK(awaited_reason() == StopReason::interrupt);
  CHECK(interrupts.come());
  CHECK(awaited_reason() == StopReason::interrupt);
}

TEST_CASE("every interrupt stops a watcher, and none has an effect later") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::promise<StopReason> reason;
    const StopWatcher watcher(std::nullopt, [&](StopReason why) { reason.set_value(why); });
    ::kill(::getpid(), signal);
    CHECK(reason.get_future().get() == StopReason::interrupt);
    ::kill(::getpid(), SIGTERM);
  }
  CHECK(awaited_reason(0.001) == StopReason::time);
}

TEST_CASE("an interrupt that comes after the end of a watcher's time is the next one's") {
  const Interrupts interrupts;
  {
    std::promise<void> over;
    const StopWatcher watcher(0.001, [&](StopReason) { over.set_value(); });
    over.get_future().wait();
    interrupt();
  }
  CHECK(awaited_reason() == StopReason::interrupt);
}
