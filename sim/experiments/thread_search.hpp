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
  ThreadSettings threads;             ///< `locked` is decided by the algorithm
  std::optional<double> time_limit{}; ///< seconds after which the search is stopped
  std::string trace{};                ///< path of the TraceFile to write; empty for none
  SearchProgress* progress = nullptr; ///< where the search shows its progress; null for nowhere
};

/// Searches to the nominal depth, or until the time limit or an interrupt. A sequential
/// algorithm takes no locks. If the search was stopped, `on_stopped` is called after it with the
/// reason. Throws RunError if no iteration was complete then.
[[nodiscard]] SearchResult search_on_threads(
    const ThreadSearch& search, const Problem& problem,
    const std::function<void(StopReason)>& on_stopped = [](StopReason) {});

/// The same in a process of its own, so that no want of memory ends the results of other searches.
/// What comes of `interrupts` is handed on to the search.
[[nodiscard]] SearchResult search_isolated(const ThreadSearch& search, const Problem& problem,
                                           const Interrupts& interrupts);

/// Makes the same search several times at once, each by one thread with a table of its own: their
/// loss of speed against one alone is the computer's, not the algorithm's. A signal or the time
/// limit stops all of them, and so does an error of one, which is thrown.
[[nodiscard]] std::vector<SearchResult> search_concurrently(const ThreadSearch& search,
                                                            const Problem& problem, int copies);

/// Returns the search if it is complete. Throws RunError if it was interrupted.
[[nodiscard]] const SearchResult& complete(const SearchResult& search);

/// Measures the seconds that a time stamp of a thread's account takes, the least of several times,
/// since others may have been interrupted.
[[nodiscard]] double measure_time_stamp();

} // namespace eldest
