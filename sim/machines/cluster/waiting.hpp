#pragma once

#include "sim/machines/threads/ticks.hpp"

#include <sched.h>

#include <chrono>
#include <thread>

namespace eldest {

/// A wait in which something is looked at again and again: what is done between the looks. Waking a
/// process takes longer than most answers do, so it stays awake; where the answer does not come
/// soon it lets others have its core, among which may be who is to give it.
class Waiting {
public:
  /// `crowded`: processes have to take turns on the cores.
  explicit Waiting(bool crowded) : patience_(crowded ? 0 : 500) {}

  /// Between two looks at what is expected at any moment.
  void pause() {
    if (++looks_ > patience_)
      ::sched_yield();
    else
      pause_spinning();
  }

  /// Something has come: more may be about to.
  void begin_again() { looks_ = 0; }

  /// Between two looks at what may take long, and need not be seen at once: sleeps after a while.
  void rest() {
    constexpr int awake = 1000;
    constexpr std::chrono::microseconds nap(500);
    if (looks_ < awake)
      pause();
    else
      std::this_thread::sleep_for(nap);
  }

private:
  int patience_; ///< looks, of some 100 ns each
  int looks_ = 0;
};

} // namespace eldest
