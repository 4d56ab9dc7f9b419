#include "sim/machines/threads/stop_watcher.hpp"

#include "sim/system/new_thread.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <ctime>
#include <system_error>
#include <utility>

namespace eldest {
namespace {

timespec to_timespec(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<std::time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
}

int make_event() {
  const int event = ::eventfd(0, EFD_CLOEXEC);
  if (event < 0)
    throw std::system_error(errno, std::generic_category(), "cannot watch a search");
  return event;
}

} // namespace

std::string_view stop_reason_name(StopReason reason) {
  return reason == StopReason::time ? "time" : "interrupt";
}

StopWatcher::StopWatcher(std::optional<double> time_limit, std::function<void(StopReason)> on_stop)
    : dismissal_(make_event()),
      thread_(new_thread(
          "a thread that watches a search",
          [this, time_limit, on_stop = std::move(on_stop)] { watch(time_limit, on_stop); })) {}

StopWatcher::~StopWatcher() {
  static_cast<void>(::eventfd_write(dismissal_, 1));
  thread_.join();
  ::close(dismissal_);
}

void StopWatcher::watch(std::optional<double> time_limit,
                        const std::function<void(StopReason)>& on_stop) const {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::array events{pollfd{dismissal_, POLLIN, 0}, pollfd{interrupts_.descriptor(), POLLIN, 0}};
  while (true) {
    timespec timeout{};
    if (time_limit) {
      const double left = *time_limit - std::chrono::duration<double>(Clock::now() - start).count();
      timeout = to_timespec(left > 0 ? left : 0);
    }
    const int ready =
        ::ppoll(events.data(), events.size(), time_limit ? &timeout : nullptr, nullptr);
    if (ready == 0)
      return on_stop(StopReason::time);
    if (ready > 0)
      return events[0].revents != 0 ? void() : on_stop(StopReason::interrupt);
  }
}

} // namespace eldest
