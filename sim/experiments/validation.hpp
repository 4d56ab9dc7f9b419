#pragma once

#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/comparison.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/system/interrupts.hpp"
#include "trees/base/errors.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// A way to search a position.
struct SearchKind {
  Algorithm algorithm = NegaScoutSettings{};
  int processors = 1;
  /// True if each processor makes a search of its own, with its own table, instead of one search by
  /// all. This shows how much speed the computer itself loses when all cores work.
  bool concurrent = false;

  bool operator==(const SearchKind&) const = default;
};

/// A function that searches a position with a seed. Throws InputError or RunError.
using SeededSearch =
    std::function<SearchResult(const Problem&, const SearchKind&, std::uint64_t seed)>;

/// The searches to be made both on a simulated machine and on this computer.
struct Validation {
  SeededSearch simulated;
  SeededSearch real;
  Algorithm sequential = NegaScoutSettings{}; ///< the search that the algorithms are built on
  std::vector<Algorithm> algorithms;          ///< parallel ones
  std::vector<int> processors;                ///< ascending, beginning with 1
  int seeds = 1;                              ///< simulations of each search
  int repeats = 1;                            ///< real runs of each search
  int jobs = 1;                               ///< simulations at a time
  bool concurrent = true; ///< also run the sequential search on all processors at once
  const Interrupts* interrupts = nullptr; ///< signals that end all searches, or null
};

/// All searches of one position in one way.
struct ValidatedSearch {
  std::size_t problem = 0; ///< index
  SearchKind kind;
  std::vector<SearchResult> simulated; ///< by seed
  std::vector<SearchResult> real;      ///< by repeat
  /// The reason of the first failure, or nothing. The results of the other searches are kept.
  std::optional<RunError> failure{};
};

/// Figures of the searches on one machine, simulated or real, over the positions. Speedups and
/// overheads are those of the searches with the median time.
struct ValidatedFigures {
  double time = 0;   ///< seconds: mean of the medians
  double spread = 0; ///< mean of (longest - shortest) / median, of times
  double nodes = 0;  ///< mean of the nodes of the searches with the median time
  Comparison comparison;
};

/// The means over the positions for one way to search.
struct ValidatedRow {
  SearchKind kind;
  ValidatedFigures simulated;
  ValidatedFigures real;
  double time_deviation = 0;     ///< mean over the positions of simulated / real - 1, of times
  double absolute_deviation = 0; ///< mean over the positions of |simulated / real - 1|, of times
  double node_deviation = 0;     ///< mean over the positions of simulated / real - 1, of nodes
  /// The deviation of the mean relative speedups: simulated / real - 1.
  [[nodiscard]] double speedup_deviation() const {
    return simulated.comparison.relative_speedup / real.comparison.relative_speedup - 1;
  }
};

/// Runs all simulations first, each in a process of its own. Then runs the real searches, one at a
/// time, by `real`. One repeat of every kind comes before the next repeat of any, so that other
/// work of the computer affects all kinds alike. A search that has failed is not repeated.
///
/// `on_progress(done, all)` counts searches. Returns results by position, then by algorithm, then
/// by processors. The sequential algorithm comes first, on one processor and, if wanted, on all
/// processors at once. After a signal, the results of searches that have not ended are missing.
/// Throws the InputError of any simulation.
[[nodiscard]] std::vector<ValidatedSearch>
validate(const Validation& validation, const std::vector<Problem>& problems,
         const std::function<void(std::size_t, std::size_t)>& on_progress);

/// Returns one row for each kind of search, in the order of the searches. Rows are over the
/// positions that have results of all kinds on both machines. If not even the first position has
/// all of these, the rows are of the first position, for the kinds that have results there. A kind
/// has no row if it, or its baseline, has failed in any position.
[[nodiscard]] std::vector<ValidatedRow> summarize(const std::vector<ValidatedSearch>& searches);

} // namespace eldest
