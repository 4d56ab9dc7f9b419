#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace eldest {

/// Ends this process, with status 1 and a line on standard error, when a loop that it cannot see
/// into takes too much processor time. For SimGrid's, which may run forever on what no check has
/// foreseen, and which nothing but the end of its process can stop.
class StallGuard {
public:
  /// The loop may take so many seconds of processor time between two signs of life. Throws
  /// std::system_error if the system has no thread left.
  StallGuard(double seconds, std::string line);
  ~StallGuard();
  StallGuard(const StallGuard&) = delete;
  StallGuard& operator=(const StallGuard&) = delete;

  /// The loop goes on from here, or comes out of it; for one thread at a time.
  void enter() { set(signs_.load(std::memory_order_relaxed) | 1U); }
  void leave() { set((signs_.load(std::memory_order_relaxed) | 1U) + 1); }
  /// The loop has shown that it is alive.
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
