#pragma once

#include "sim/machines/threads/ticks.hpp"

#include <sched.h>

#include <chrono>
#include <thread>

namespace eldest {

/// A wait in which something is looked at again and again: what is done between the looks. Waking a
/// process takes longer than most answers do, so it stays awake, and leaves its core to others only
/// where processes have to take turns on the cores.
class Waiting {
public:
  explicit Waiting(bool crowded) : crowded_(crowded) {}

  /// Between two looks at what is expected at any moment.
  void pause() const {
    if (crowded_)
      ::sched_yield();
    else
      pause_spinning();
  }

  /// Between two looks at what may take long, and need not be seen at once: sleeps after a while.
  void rest() {
    constexpr int awake = 100;
    constexpr std::chrono::microseconds nap(500);
    if (++looks_ <= awake)
      pause();
    else
      std::this_thread::sleep_for(nap);
  }

private:
  bool crowded_;
  int looks_ = 0;
};

} // namespace eldest
