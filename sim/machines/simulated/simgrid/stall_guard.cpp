#include "sim/machines/simulated/simgrid/stall_guard.hpp"

#include "sim/system/new_thread.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace eldest {
namespace {

/// Seconds of processor time that this process has taken.
double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace

StallGuard::StallGuard(double seconds, std::string line)
    : seconds_(seconds),
      line_(std::move(line)),
      thread_(new_thread("a thread that watches SimGrid", [this] { watch(); })) {}

StallGuard::~StallGuard() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  condition_.notify_one();
  thread_.join();
}

void StallGuard::watch() {
  std::uint64_t seen = 0;
  double since = cpu_seconds();
  const auto interval = std::chrono::duration<double>(seconds_ / 8);
  std::unique_lock lock(mutex_);
  while (!condition_.wait_for(lock, interval, [this] { return ended_; })) {
    const auto signs = signs_.load(std::memory_order_relaxed);
    const double now = cpu_seconds();
    const bool in_loop = signs % 2 == 1;
    if (!in_loop || signs != seen) {
      seen = signs;
      since = now;
    } else if (now - since > seconds_) {
      std::fputs((line_ + "\n").c_str(), stderr);
      std::_Exit(1);
    }
  }
}

} // namespace eldest
