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

sigset_t interrupts() {
  sigset_t signals{};
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  return signals;
}

sigset_t watched() {
  auto signals = interrupts();
  ::sigaddset(&signals, dismissal);
  return signals;
}

/// Takes the signals that have come to this process while they were blocked.
void drop_interrupts() {
  const auto signals = interrupts();
  constexpr timespec at_once{};
  while (::sigtimedwait(&signals, nullptr, &at_once) > 0) {
  }
}

timespec to_timespec(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<std::time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
}

} // namespace

std::string_view stop_reason_name(StopReason reason) {
  return reason == StopReason::time ? "time" : "interrupt";
}

HeldInterrupts::HeldInterrupts() {
  const auto signals = interrupts();
  ::pthread_sigmask(SIG_BLOCK, &signals, &blocked_before_);
}

HeldInterrupts::~HeldInterrupts() {
  drop_interrupts();
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

StopWatcher::StopWatcher(std::optional<double> time_limit,
                         std::function<void(StopReason)> on_stop) {
  const auto signals = watched();
  ::pthread_sigmask(SIG_BLOCK, &signals, &blocked_before_);
  thread_ =
      std::thread([this, time_limit, on_stop = std::move(on_stop)] { watch(time_limit, on_stop); });
}

StopWatcher::~StopWatcher() {
  ::pthread_kill(thread_.native_handle(), dismissal);
  thread_.join();
  if (interrupted_)
    drop_interrupts();
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

void StopWatcher::watch(std::optional<double> time_limit,
                        const std::function<void(StopReason)>& on_stop) {
  using Clock = std::chrono::steady_clock;
  const auto signals = watched();
  const auto start = Clock::now();
  while (true) {
    int signal = 0;
    if (time_limit) {
      const double left = *time_limit - std::chrono::duration<double>(Clock::now() - start).count();
      const timespec timeout = to_timespec(left > 0 ? left : 0);
      signal = ::sigtimedwait(&signals, nullptr, &timeout);
    } else {
      signal = ::sigwaitinfo(&signals, nullptr);
    }
    if (signal == dismissal)
      return;
    if (signal > 0) {
      interrupted_ = true;
      return on_stop(StopReason::interrupt);
    }
    if (errno == EAGAIN)
      return on_stop(StopReason::time);
  }
}

} // namespace eldest
