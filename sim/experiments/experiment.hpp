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
  std::uint64_t seed = 1; ///< of what chance there is in the search and in the machine

  bool operator==(const SearchCase&) const = default;
};

/// A function that makes a search of a position on some machine, and shows its progress in
/// `progress`, if there is one. Throws InputError or RunError.
using SearchFunction = std::function<SearchResult(
    const Problem& problem, const SearchCase& searched, SearchProgress* progress)>;

/// A set of searches: every position on every number of processors with every seed.
struct Experiment {
  SearchFunction search;
  Algorithm algorithm = NegaScoutSettings{};
  std::vector<int> processors; ///< ascending
  std::vector<std::uint64_t> seeds{1};
  bool baselines = false; ///< also make the searches that speedups and overheads are relative to
  /// Number of searches at a time, each in a process of its own; none: one after the other in this
  /// process.
  std::optional<int> jobs = 1;
  ProgressBoard* progress = nullptr; ///< where searches show their progress
  /// What ends all searches in processes of their own; null for nothing.
  const Interrupts* interrupts = nullptr;
};

/// One search of one position.
struct Run {
  std::size_t problem = 0; ///< index
  SearchCase searched;
  std::optional<RunError> error; ///< the reason if there is no result
  bool has_bad_input = false;    ///< whether that was an InputError
  SearchResult result;
  std::optional<Baselines> baselines;

  /// Whether there are baselines, and neither the search nor one of them was stopped before its
  /// depth: searches to different depths cannot be compared.
  [[nodiscard]] bool is_comparable() const {
    return baselines && !result.was_stopped() && !baselines->relative.was_stopped() &&
           !baselines->absolute.was_stopped();
  }
  [[nodiscard]] std::optional<Comparison> comparison() const {
    return is_comparable() ? std::optional(compare(result, *baselines)) : std::nullopt;
  }
  /// Whether APHID was run with slaves.
  [[nodiscard]] bool has_slaves() const {
    return searched.algorithm.settings_if<AphidSettings>() != nullptr && searched.processors > 1;
  }
  /// The overheads of APHID; none for other algorithms, without slaves, and without a comparison.
  [[nodiscard]] std::optional<AphidOverhead> aphid_overhead() const {
    return is_comparable() && has_slaves()
               ? std::optional(eldest::aphid_overhead(result, *baselines))
               : std::nullopt;
  }
};

/// The mean of a figure over the positions, of its means over their seeds.
struct MeanFigure {
  double mean = 0;
  std::optional<Interval> interval; ///< of the mean, where there is more than one run
};

/// The means over all positions and seeds that have results for one number of processors; those of
/// comparisons and overheads, over the runs that have them.
struct Summary {
  int processors = 0;
  std::size_t runs = 0;
  std::size_t compared = 0; ///< of these runs
  SearchResult sum;
  MeanFigure time;                ///< seconds
  MeanFigure nodes;               ///< in a search
  std::optional<Comparison> mean; ///< of the positions' means of the figures of their runs
  std::optional<ComparisonInterval> interval; ///< of the mean, where there is more than one run
  std::optional<Comparison> ratio_of_sums;    ///< of the sums over the runs
  std::optional<AphidOverhead> aphid_mean;    ///< of the figures of each run
};

/// Makes the searches of an experiment. `on_progress(done, all)` counts them; with a progress board
/// it is also called while none is done. Returns the runs by position, then by processors, then by
/// seed. Throws the InputError of a search if no search has a result.
[[nodiscard]] std::vector<Run>
run_experiment(const Experiment& experiment, const std::vector<Problem>& problems,
               const std::function<void(std::size_t, std::size_t)>& on_progress);

/// Returns one summary for each number of processors, over the runs without error.
[[nodiscard]] std::vector<Summary> summarize(const std::vector<Run>& runs);

/// Returns one list for each position on each number of processors: its runs with every seed, in
/// the order of the runs.
[[nodiscard]] std::vector<std::vector<Run>> repeats_of(const std::vector<Run>& runs);

} // namespace eldest
