#pragma once

#include "sim/system/ticks.hpp"

#include <sched.h>

#include <chrono>
#include <thread>

namespace eldest {

/// A wait in which something is looked at again and again: what is done between the looks. Waking a
/// process takes longer than most answers do, so it stays awake for a while; then it lets others
/// have its core, among which may be who is to answer, and in the end it takes naps. Where cores
/// are shared to yield may cost a time slice of milliseconds, and a nap does not.
class Waiting {
public:
  /// `crowded`: processes have to take turns on the cores.
  explicit Waiting(bool crowded) : awake_(crowded ? 0 : 500), yielding_(crowded ? 5 : 2000) {}

  /// Between two looks at what is expected at any moment.
  void pause() {
    if (++looks_ <= awake_)
      pause_spinning();
    else if (looks_ <= yielding_)
      ::sched_yield();
    else
      nap();
  }

  /// Something has come: more may be about to.
  void begin_again() { looks_ = 0; }

  /// Between two looks at what may take long, and need not be seen at once.
  void rest() {
    if (++looks_ <= awake_)
      pause_spinning();
    else
      nap();
  }

private:
  static void nap() { std::this_thread::sleep_for(std::chrono::microseconds(20)); }

  int awake_;    ///< looks, of some 100 ns each, before it yields
  int yielding_; ///< looks before it takes naps
  int looks_ = 0;
};

} // namespace eldest
