#pragma once

#include "algorithms/aphid/settings.hpp"
#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/comparison.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/search_progress.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/experiments/statistics.hpp"
#include "sim/system/interrupts.hpp"
#include "trees/base/errors.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// One case of an experiment: how a position is searched.
struct SearchCase {
  Algorithm algorithm = NegaScoutSettings{};
  int processors = 1;
  std::uint64_t seed = 1; ///< of the random choices in the search and in the machine

  bool operator==(const SearchCase&) const = default;
};

/// A function that searches a position on some machine. It shows its progress in `progress`, which
/// may be null. Throws InputError or RunError.
using SearchFunction = std::function<SearchResult(
    const Problem& problem, const SearchCase& searched, SearchProgress* progress)>;

/// A set of searches: every position on every number of processors with every seed.
struct Experiment {
  SearchFunction search;
  Algorithm algorithm = NegaScoutSettings{};
  std::vector<int> processors; ///< ascending
  std::vector<std::uint64_t> seeds{1};
  bool baselines = false; ///< run also the searches that speedups and overheads are relative to
  /// Number of searches at a time, each in a process of its own. Nothing: one after the other in
  /// this process.
  std::optional<int> jobs = 1;
  ProgressBoard* progress = nullptr; ///< where searches show their progress
  /// Signals that end all searches in processes of their own, or null.
  const Interrupts* interrupts = nullptr;
};

/// One search of one position.
struct Run {
  std::size_t problem = 0; ///< index
  SearchCase searched;
  std::optional<RunError> error; ///< why the search or a baseline failed
  bool has_bad_input = false;    ///< true if the search failed with an InputError
  SearchResult result;
  std::optional<Baselines> baselines;

  /// Returns true if there are baselines, and neither the search nor a baseline was stopped before
  /// its depth. Searches to different depths cannot be compared.
  [[nodiscard]] bool is_comparable() const {
    return baselines && !result.was_stopped() && !baselines->relative.was_stopped() &&
           !baselines->absolute.was_stopped();
  }
  [[nodiscard]] std::optional<Comparison> comparison() const {
    return is_comparable() ? std::optional(compare(result, *baselines)) : std::nullopt;
  }
  /// Returns true if APHID was run with slaves.
  [[nodiscard]] bool has_slaves() const {
    return searched.algorithm.settings_if<AphidSettings>() != nullptr && searched.processors > 1;
  }
  /// Returns the overheads of APHID. Returns nothing for other algorithms, without slaves, or
  /// without a comparison.
  [[nodiscard]] std::optional<AphidOverhead> aphid_overhead() const {
    return is_comparable() && has_slaves()
               ? std::optional(eldest::aphid_overhead(result, *baselines))
               : std::nullopt;
  }
};

/// The mean of a figure over the positions. Each position counts with the mean over its seeds.
struct MeanFigure {
  double mean = 0;
  std::optional<Interval> interval; ///< of the mean; nothing for a single run
};

/// The means over all positions and seeds that have results for one number of processors. Means of
/// comparisons and of overheads are over the runs that have them.
struct Summary {
  int processors = 0;
  std::size_t runs = 0;
  std::size_t compared = 0; ///< number of runs that have a comparison
  SearchResult sum;
  MeanFigure time;                ///< seconds
  MeanFigure nodes;               ///< of a search
  std::optional<Comparison> mean; ///< over the positions, each with the mean of its runs
  std::optional<ComparisonInterval> interval; ///< of the mean; nothing for a single run
  std::optional<Comparison> ratio_of_sums;    ///< comparison of the sums over the runs
  std::optional<AphidOverhead> aphid_mean;    ///< over the runs
};

/// Runs the searches of an experiment. Calls `on_progress(done, all)` at the start and after each
/// search; with a progress board, also while searches run. Returns the runs by position, then by
/// processors, then by seed. Throws the InputError of a search if no search has a result.
[[nodiscard]] std::vector<Run>
run_experiment(const Experiment& experiment, const std::vector<Problem>& problems,
               const std::function<void(std::size_t, std::size_t)>& on_progress);

/// Returns one summary for each number of processors, over the runs without error.
[[nodiscard]] std::vector<Summary> summarize(const std::vector<Run>& runs);

/// Returns one list for each position on each number of processors. A list has the runs with every
/// seed, in the order of `runs`.
[[nodiscard]] std::vector<std::vector<Run>> repeats_of(const std::vector<Run>& runs);

} // namespace eldest
