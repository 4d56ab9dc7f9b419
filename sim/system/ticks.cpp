#include "sim/system/ticks.hpp"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>

namespace eldest {

namespace {

using Clock = std::chrono::steady_clock;

/// A moment, as read from the steady clock and as a time stamp.
struct Moment {
  Clock::time_point clock;
  std::uint64_t ticks = 0;
};

/// Returns the present moment. Of several readings, the quickest counts, because the others may
/// have been interrupted between the two clocks.
Moment read_both() {
  Moment best;
  auto least = UINT64_MAX;
  for (int reading = 0; reading < 16; ++reading) {
    const auto before = read_ticks();
    const auto clock = Clock::now();
    const auto after = read_ticks();
    if (after - before < least) {
      least = after - before;
      best = {clock, before + least / 2};
    }
  }
  return best;
}

double measure_seconds_per_tick() {
  const auto begin = read_both();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const auto end = read_both();
  return std::chrono::duration<double>(end.clock - begin.clock).count() /
         static_cast<double>(end.ticks - begin.ticks);
}

} // namespace

double thread_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds_per_tick() {
  static const double seconds = measure_seconds_per_tick();
  return seconds;
}

} // namespace eldest
