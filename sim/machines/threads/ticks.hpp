#pragma once

#include <chrono>
#include <cstdint>

namespace eldest {

/// Returns a time stamp, cheap enough for every table access, in ticks of unknown length: the
/// processor's time-stamp counter where there is one (which runs at a constant rate on every core
/// of an x86 processor since 2008), else the steady clock. Not ordered with the instructions around
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

/// A measurement of the length of ticks, by the steady clock, over a stretch of time.
class TickRate {
public:
  /// Begins the stretch.
  TickRate() : clock_(std::chrono::steady_clock::now()), ticks_(read_ticks()) {}

  [[nodiscard]] std::uint64_t start() const { return ticks_; }

  /// Seconds since the beginning.
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - clock_).count();
  }

  /// Seconds of a tick, from the stretch up to now, which should be long.
  [[nodiscard]] double seconds_per_tick() const {
    return elapsed() / static_cast<double>(read_ticks() - ticks_);
  }

private:
  std::chrono::steady_clock::time_point clock_;
  std::uint64_t ticks_;
};

} // namespace eldest
