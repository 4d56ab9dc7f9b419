#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace eldest {

/// Ends this process, with status 1 and a line on standard error, when a loop in foreign code takes
/// too much processor time. SimGrid's loop may run forever on input that no check has foreseen.
/// Only the end of the process can stop the loop.
class StallGuard {
public:
  /// `seconds`: limit on processor time in the loop between two signs of life. `line`: the line on
  /// standard error. Throws std::system_error if the system has no thread left.
  StallGuard(double seconds, std::string line);
  ~StallGuard();
  StallGuard(const StallGuard&) = delete;
  StallGuard& operator=(const StallGuard&) = delete;

  /// Notes that control goes to the loop. Called by one thread at a time.
  void enter() { set(signs_.load(std::memory_order_relaxed) | 1U); }
  /// Notes that control has come back from the loop. Called by one thread at a time.
  void leave() { set((signs_.load(std::memory_order_relaxed) | 1U) + 1); }
  /// Notes that the loop has shown that it is alive.
  void sign_of_life() { set(signs_.load(std::memory_order_relaxed) + 2); }

private:
  void set(std::uint64_t signs) { signs_.store(signs, std::memory_order_relaxed); }
  void watch();

  double seconds_;
  std::string line_;
  std::atomic<std::uint64_t> signs_{0}; ///< odd in the loop, and different after every sign
  std::mutex mutex_;
  std::condition_variable condition_;
  bool ended_ = false;
  std::jthread thread_;
};

} // namespace eldest
