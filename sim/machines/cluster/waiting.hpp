#pragma once

#include "sim/system/ticks.hpp"

#include <sched.h>

#include <chrono>
#include <thread>

namespace eldest {

/// Passes the time between the looks of a polling wait. First it spins, because waking a process
/// takes longer than most answers do. After a while it yields the core to other processes, one of
/// which may have to answer. In the end it takes naps. On shared cores it does not spin, and soon
/// takes naps. There a yield may cost a time slice of milliseconds, and a nap does not.
class Waiting {
public:
  /// `crowded`: true if processes have to take turns on the cores.
  explicit Waiting(bool crowded) : awake_(crowded ? 0 : 500), yielding_(crowded ? 5 : 2000) {}

  /// Passes the time between two looks at something that is expected at any moment.
  void pause() {
    if (++looks_ <= awake_)
      pause_spinning();
    else if (looks_ <= yielding_)
      ::sched_yield();
    else
      nap();
  }

  /// Begins again with spinning. Called when something has come, because more may follow.
  void begin_again() { looks_ = 0; }

  /// Passes the time between two looks at something that may take long, and need not be seen at
  /// once.
  void rest() {
    if (++looks_ <= awake_)
      pause_spinning();
    else
      nap();
  }

private:
  static void nap() { std::this_thread::sleep_for(std::chrono::microseconds(20)); }

  int awake_;    ///< looks before the first yield, of some 100 ns each
  int yielding_; ///< looks before the first nap
  int looks_ = 0;
};

} // namespace eldest
