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

/// A way to search a position in an experiment.
struct SearchCase {
  Algorithm algorithm = NegaScoutSettings{};
  int processors = 1;
  std::uint64_t seed = 1; ///< of the random choices in the search and in the machine

  bool operator==(const SearchCase&) const = default;
};

/// A function that searches a position on some machine. It writes its progress to `progress`,
/// unless null. Throws InputError or RunError.
using SearchFunction = std::function<SearchResult(
    const Problem& problem, const SearchCase& searched, SearchProgress* progress)>;

/// A set of searches: every position on every number of processors with every seed.
struct Experiment {
  SearchFunction search;
  Algorithm algorithm = NegaScoutSettings{};
  std::vector<int> processors; ///< ascending
  std::vector<std::uint64_t> seeds{1};
  bool baselines = false; ///< also run the searches to which speedups and overheads are relative
  bool mtdf = false;      ///< the searches are MTD(f): see make_baselines
  /// Number of searches at a time, each in a process of its own. Nothing: searches run one after
  /// another in this process.
  std::optional<int> jobs = 1;
  ProgressBoard* progress = nullptr; ///< receives the progress of the searches, or null
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
  /// Returns true if APHID was run on two processors or more, all of which are slaves but one.
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
  MeanFigure nodes;               ///< mean over searches of the nodes of all processors
  std::optional<Comparison> mean; ///< over the positions, each with the mean of its runs
  std::optional<ComparisonInterval> interval; ///< of the mean; nothing for a single run
  std::optional<Comparison> ratio_of_sums;    ///< comparison of the sums over the runs
  std::optional<AphidOverhead> aphid_mean;    ///< over the runs
};

/// Runs the searches of an experiment. Calls `on_progress(done, all)`, with numbers of searches, at
/// the start and after each search. If searches run in processes of their own and there is a
/// progress board, also calls it while searches run. Returns the runs by position, then by
/// processors, then by seed. Throws the InputError of a search if no search has a result.
[[nodiscard]] std::vector<Run>
run_experiment(const Experiment& experiment, const std::vector<Problem>& problems,
               const std::function<void(std::size_t, std::size_t)>& on_progress);

/// Returns one summary for each number of processors, over the runs without error.
[[nodiscard]] std::vector<Summary> summarize(const std::vector<Run>& runs);

/// Divides runs, in the order of `run_experiment`, into one list for each position on each number
/// of processors. Each list has the runs with all seeds.
[[nodiscard]] std::vector<std::vector<Run>> repeats_of(const std::vector<Run>& runs);

} // namespace eldest
