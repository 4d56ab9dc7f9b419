#pragma once

#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/inbox.hpp"
#include "sim/system/ticks.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

namespace eldest {

/// The way in which threads use the cores of this computer.
struct ThreadSettings {
  bool pinned = true; ///< each thread stays on one core, where the system allows that
  int first_core = 0; ///< index of the first thread's core among local_cores()
  /// True if handlers take the lock of their bucket. No locks are needed if one thread has the
  /// tables to itself.
  bool locked = true;
  /// Time for which a thread that waits for a message spins before it sleeps. Waking up takes some
  /// 50 µs on common machines, so that spinning longer than that loses more than it can gain.
  /// ThreadMachine sets 0 if there are more threads than cores.
  std::chrono::nanoseconds spin = std::chrono::microseconds(50);
};

/// Data shared by the processors of a ThreadMachine.
struct ThreadTeam {
  ThreadSettings settings;
  Tables tables;
  std::atomic<bool> stopped = false;
  TickClock clock{};                    ///< started when the program starts
  std::vector<Inbox*> inboxes{};        ///< by rank
  std::uint64_t node_limit = 0;         ///< of all processors together; 0 for none
  std::atomic<std::uint64_t> nodes = 0; ///< counted only with a limit

  void stop() {
    stopped = true;
    for (auto* const inbox : inboxes)
      inbox->wake();
  }
  /// Counts nodes towards the limit, and stops the machine when the limit is reached.
  void add_nodes(std::uint64_t more) {
    if (nodes.fetch_add(more, std::memory_order_relaxed) + more >= node_limit)
      stop();
  }
};

} // namespace eldest
