#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/inbox.hpp"
#include "sim/system/ticks.hpp"

#include <atomic>
#include <chrono>
#include <vector>

namespace eldest {

/// The way in which threads use the cores of this computer.
struct ThreadSettings {
  bool pinned = true; ///< each thread stays on one core, where the system allows that
  int first_core = 0; ///< index of the first thread's core among local_cores()
  /// Whether handlers take the lock of their bucket; a search that is alone with its table needs no
  /// locks.
  bool locked = true;
  /// Time for which a thread that waits for a message stays awake. Waking takes some 50 µs on
  /// common machines; staying awake for longer than that loses more than it can gain. For threads
  /// that have to take turns on the cores it is always 0.
  std::chrono::nanoseconds spin = std::chrono::microseconds(50);
};

/// What the processors of a ThreadMachine share.
struct ThreadTeam {
  ThreadSettings settings;
  Tables tables;
  std::atomic<bool> stopped = false;
  TickClock clock{};             ///< since the start
  std::vector<Inbox*> inboxes{}; ///< by rank
};

} // namespace eldest
