#include "sim/machines/threads/stop_watcher.hpp"

#include <pthread.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

namespace eldest {
namespace {

/// The signal that ends the watcher's thread.
constexpr int dismissal = SIGUSR1;

timespec to_timespec(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<std::time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
}

} // namespace

std::string_view stop_reason_name(StopReason reason) {
  return reason == StopReason::time ? "time" : "interrupt";
}

StopWatcher::StopWatcher(std::optional<double> time_limit,
                         std::function<void(StopReason)> on_stop) {
  ::sigemptyset(&watched_);
  for (const int signal : {SIGINT, SIGTERM, dismissal})
    ::sigaddset(&watched_, signal);
  ::pthread_sigmask(SIG_BLOCK, &watched_, &blocked_before_);
  thread_ =
      std::thread([this, time_limit, on_stop = std::move(on_stop)] { watch(time_limit, on_stop); });
}

StopWatcher::~StopWatcher() {
  ::pthread_kill(thread_.native_handle(), dismissal);
  thread_.join();
  // A second Ctrl-C, while the search was being stopped, has no further effect.
  constexpr timespec at_once{};
  while (::sigtimedwait(&watched_, nullptr, &at_once) > 0) {
  }
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

void StopWatcher::watch(std::optional<double> time_limit,
                        const std::function<void(StopReason)>& on_stop) const {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  while (true) {
    int signal = 0;
    if (time_limit) {
      const double left = *time_limit - std::chrono::duration<double>(Clock::now() - start).count();
      const timespec timeout = to_timespec(left > 0 ? left : 0);
      signal = ::sigtimedwait(&watched_, nullptr, &timeout);
    } else {
      signal = ::sigwaitinfo(&watched_, nullptr);
    }
    if (signal == dismissal)
      return;
    if (signal > 0)
      return on_stop(StopReason::interrupt);
    if (errno == EAGAIN)
      return on_stop(StopReason::time);
  }
}

} // namespace eldest
