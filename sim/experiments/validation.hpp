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
  /// Whether each processor makes a search of its own, with its own table, instead of one by all:
  /// this shows the loss of speed of the computer itself when all cores are at work.
  bool concurrent = false;

  bool operator==(const SearchKind&) const = default;
};

/// A function that searches a position. Throws InputError or RunError.
using SeededSearch =
    std::function<SearchResult(const Problem&, const SearchKind&, std::uint64_t seed)>;

/// The searches to be made both on a simulated machine and on this computer.
struct Validation {
  SeededSearch simulated;
  SeededSearch real;
  Algorithm sequential = NegaScoutSettings{}; ///< the search that the algorithms are built on
  std::vector<Algorithm> algorithms;          ///< parallel ones
  std::vector<int> processors;                ///< ascending, beginning with 1
  int seeds = 1;                              ///< simulations of each
  int repeats = 1;                            ///< real searches of each
  int jobs = 1;                               ///< simulations at a time
  bool concurrent = true;                 ///< also the sequential search on all processors at once
  const Interrupts* interrupts = nullptr; ///< what ends all searches; null for nothing
};

/// All searches of one position in one way.
struct ValidatedSearch {
  std::size_t problem = 0; ///< index
  SearchKind kind;
  std::vector<SearchResult> simulated; ///< by seed
  std::vector<SearchResult> real;      ///< by repeat
  /// The reason if one of them has failed; those that have not are there all the same.
  std::optional<RunError> failure{};
};

/// The figures of one kind of machine that are compared, over the positions. Speedups and overheads
/// are those of the searches with the median time.
struct ValidatedFigures {
  double time = 0;   ///< seconds: mean of the medians
  double spread = 0; ///< of times, (longest - shortest) / median: mean
  double nodes = 0;  ///< mean of the medians
  Comparison comparison;
};

/// The means over the positions for one way to search.
struct ValidatedRow {
  SearchKind kind;
  ValidatedFigures simulated;
  ValidatedFigures real;
  double time_deviation = 0;     ///< simulated / real - 1: mean of the positions'
  double absolute_deviation = 0; ///< the same without signs
  double node_deviation = 0;     ///< of the nodes: mean of the positions'
  /// The deviation of the mean relative speedups: simulated / real - 1.
  [[nodiscard]] double speedup_deviation() const {
    return simulated.comparison.relative_speedup / real.comparison.relative_speedup - 1;
  }
};

/// Makes first all simulations, each in a process of its own; then the real searches, one at a
/// time, as `real` does it: one repeat of every kind before the next repeat of any, so that other
/// work of the computer affects all kinds alike. A search that has failed is not repeated.
/// `on_progress(done, all)` counts searches. Returns results by position, then by algorithm, then
/// by processors; first the sequential algorithm, alone and, if wanted, on all processors at once.
/// After an interrupt, those that have not ended are missing from the results. Throws the
/// InputError of any simulation.
[[nodiscard]] std::vector<ValidatedSearch>
validate(const Validation& validation, const std::vector<Problem>& problems,
         const std::function<void(std::size_t, std::size_t)>& on_progress);

/// Returns one row for each way to search, in the order of the searches, over the positions that
/// have results of all ways on both machines. While not even the first has, rows are of it, for the
/// ways that have been searched. There is none for a way that has failed in a position, nor for one
/// whose baseline has.
[[nodiscard]] std::vector<ValidatedRow> summarize(const std::vector<ValidatedSearch>& searches);

} // namespace eldest
