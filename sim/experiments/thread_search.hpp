#pragma once

#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_progress.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/machines/threads/stop_watcher.hpp"
#include "sim/machines/threads/thread_machine.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// One search on this computer's cores.
struct ThreadSearch {
  int processors = 1;
  Algorithm algorithm = NegaScoutSettings{};
  SearchSettings settings;
  TableSettings tables;
  ThreadSettings threads;             ///< `locked` is ignored, because the algorithm decides it
  std::optional<double> time_limit{}; ///< seconds after which the search is stopped
  std::string trace{};                ///< path of the TraceFile to write; empty for none
  SearchProgress* progress = nullptr; ///< receives the progress of the search, or null
};

/// Searches to the nominal depth, or until the time limit or a signal. A sequential algorithm takes
/// no locks. If the search was stopped, calls `on_stopped` afterwards with the reason. Throws
/// RunError if no iteration was complete.
[[nodiscard]] SearchResult search_on_threads(
    const ThreadSearch& search, const Problem& problem,
    const std::function<void(StopReason)>& on_stopped = [](StopReason) {});

/// Searches in a process of its own, so that a lack of memory does not lose the results of other
/// searches. A signal that `interrupts` has received is passed on to that process.
[[nodiscard]] SearchResult search_isolated(const ThreadSearch& search, const Problem& problem,
                                           const Interrupts& interrupts);

/// Runs `copies` of the same search at once, each on one thread with a table of its own. Any loss
/// of speed against a single search is the computer's, not the algorithm's. A signal or the time
/// limit stops all copies. If one fails, the others end, and its error is thrown.
[[nodiscard]] std::vector<SearchResult> search_concurrently(const ThreadSearch& search,
                                                            const Problem& problem, int copies);

/// Returns `search`. Throws RunError if the search was stopped.
[[nodiscard]] const SearchResult& complete(const SearchResult& search);

/// Measures the seconds that a time stamp of a thread's account takes. Returns the least of several
/// measurements, because others may have been disturbed.
[[nodiscard]] double measure_time_stamp();

} // namespace eldest
