#pragma once

#include "sim/comparison.hpp"
#include "sim/problem.hpp"
#include "sim/simulation.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// A set of simulations: every position on every number of processors.
struct Experiment {
  Simulation simulation;               ///< what they have in common; its processors are not used
  std::vector<int> processors;         ///< ascending
  std::optional<NodeCosts> node_costs; ///< instead of those of the game
  bool table_per_processor = false;    ///< the table grows with the processors
  bool baselines = false;            ///< also simulate what speedups and overheads are relative to
  int jobs = 1;                      ///< simulations at a time
  ProgressBoard* progress = nullptr; ///< where searches show how far they have got
};

/// One position on one number of processors.
struct Run {
  std::size_t problem = 0; ///< index
  Algorithm algorithm = Algorithm::abdada;
  int processors = 0;
  std::optional<std::string> error; ///< why there is no result
  SimulationResult result;
  std::optional<Baselines> baselines;

  [[nodiscard]] std::optional<Comparison> comparison() const {
    return baselines ? std::optional(compare(result, *baselines)) : std::nullopt;
  }
  /// Of APHID with slaves only.
  [[nodiscard]] std::optional<AphidOverhead> aphid_overhead() const {
    const bool has_slaves = algorithm == Algorithm::aphid && processors > 1;
    return baselines && has_slaves ? std::optional(eldest::aphid_overhead(result, *baselines))
                                   : std::nullopt;
  }
};

/// Means over the positions that all have results for one number of processors.
struct Summary {
  int processors = 0;
  std::size_t runs = 0;
  SimulationResult sum;
  std::optional<Comparison> mean;          ///< of the figures of each position
  std::optional<Comparison> ratio_of_sums; ///< of the sums over the positions
  std::optional<AphidOverhead> aphid_mean; ///< of the figures of each position
};

/// Simulates, each in a process of its own; `on_progress(done, all)` counts simulations. Runs come
/// by position, then by processors; with a progress board it is also called while nothing is done.
/// An InputError in any simulation is thrown.
[[nodiscard]] std::vector<Run>
run_experiment(const Experiment& experiment, const std::vector<Problem>& problems,
               const std::function<void(std::size_t, std::size_t)>& on_progress);

/// One summary for each number of processors, over the runs without error.
[[nodiscard]] std::vector<Summary> summarize(const std::vector<Run>& runs);

} // namespace eldest
