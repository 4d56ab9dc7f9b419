#pragma once

#include <chrono>
#include <cstdint>

namespace eldest {

/// Returns a time stamp in ticks of unknown length, cheap enough for every table access. On x86-64
/// it is the processor's time-stamp counter, which has run at a constant rate on every core since
/// 2008. Elsewhere it is the steady clock. The reading is not ordered with the instructions around
/// it, which blurs measurements by some nanoseconds.
[[nodiscard]] inline std::uint64_t read_ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Tells the core that this loop waits for another thread.
inline void pause_spinning() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Processor time of this thread so far, in seconds.
[[nodiscard]] double thread_cpu_seconds();

/// The length of a tick in seconds. The first call measures it by the steady clock, which takes 10
/// ms.
[[nodiscard]] double seconds_per_tick();

/// A clock that begins when it is constructed. Reading it is as fast as reading a time stamp.
class TickClock {
public:
  TickClock() : tick_(seconds_per_tick()), start_(read_ticks()) {}

  /// The time stamp of the beginning.
  [[nodiscard]] std::uint64_t start() const { return start_; }

  /// Seconds since the beginning.
  [[nodiscard]] double elapsed() const { return seconds(read_ticks() - start_); }

  [[nodiscard]] double seconds(std::uint64_t ticks) const {
    return static_cast<double>(ticks) * tick_;
  }

private:
  double tick_;
  std::uint64_t start_;
};

} // namespace eldest
