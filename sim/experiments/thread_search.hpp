#pragma once

#include "algorithms/sequential_settings.hpp"
#include "algorithms/settings.hpp"
#include "algorithms/tables.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/machines/threads/stop_watcher.hpp"
#include "sim/machines/threads/thread_machine.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// One search on this computer's cores.
struct ThreadSearch {
  int processors = 1;
  Algorithm algorithm = NegaScoutSettings{};
  SearchSettings settings;
  TableSettings tables;
  ThreadSettings threads;             ///< whether to lock is decided by the algorithm
  std::optional<double> time_limit{}; ///< seconds after which it is stopped
};

/// Searches, until SIGINT or SIGTERM if need be. A sequential algorithm takes no locks.
/// `on_stopped` is told, after the search, why it was stopped before its depth, if it was. Throws
/// RunError if no iteration was complete then.
[[nodiscard]] SearchResult search_on_threads(
    const ThreadSearch& search, const Problem& problem,
    const std::function<void(StopReason)>& on_stopped = [](StopReason) {});

/// The same search several times at once, each by one thread with a table of its own: what they
/// lose against one of them alone is the computer's, not the algorithm's. What stops one stops all.
[[nodiscard]] std::vector<SearchResult> search_concurrently(const ThreadSearch& search,
                                                            const Problem& problem, int copies);

/// A search that was to be measured to its end. Throws RunError if it was interrupted.
[[nodiscard]] const SearchResult& complete(const SearchResult& search);

/// Seconds that a time stamp of a thread's account takes, measured now.
[[nodiscard]] double measure_time_stamp();

} // namespace eldest
