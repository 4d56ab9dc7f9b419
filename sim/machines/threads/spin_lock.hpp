#pragma once

#include "sim/system/ticks.hpp"

#include <atomic>
#include <cstdint>
#include <thread>

namespace eldest {

/// A spin lock for critical sections of some tens of nanoseconds. Yields to other threads if the
/// holder seems to have lost its core. The lock is free while its byte is 0. Meets the standard's
/// Lockable requirements.
class SpinLock {
public:
  explicit SpinLock(std::uint8_t& byte) : byte_(byte) {}

  void lock() const {
    while (!try_lock())
      wait();
  }
  [[nodiscard]] bool try_lock() const { return byte_.exchange(1, std::memory_order_acquire) == 0; }
  void unlock() const { byte_.store(0, std::memory_order_release); }

private:
  /// Number of looks at the lock before the first yield. Each takes some tens of cycles.
  static constexpr int looks_before_yield = 1000;

  void wait() const {
    int looks = 0;
    while (byte_.load(std::memory_order_relaxed) != 0) {
      if (++looks < looks_before_yield)
        pause_spinning();
      else
        std::this_thread::yield();
    }
  }

  std::atomic_ref<std::uint8_t> byte_;
};

} // namespace eldest
