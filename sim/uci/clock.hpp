#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace eldest::uci {

/// The clock by which a search plans its end. Tests have clocks of their own.
class Clock {
public:
  using Time = std::chrono::steady_clock::time_point;

  Clock() = default;
  virtual ~Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  [[nodiscard]] virtual Time now() const { return std::chrono::steady_clock::now(); }
  /// Waits until `time`, or until `changed` is notified. It may return earlier.
  virtual void wait_until(Time time, std::condition_variable& changed,
                          std::unique_lock<std::mutex>& lock) {
    changed.wait_until(lock, time);
  }
};

} // namespace eldest::uci
