#pragma once

#include "sim/experiments/fitting/engine_log.hpp"
#include "sim/experiments/fitting/log_statistics.hpp"
#include "trees/synthetic/parameters.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace eldest {

/// Searches of trees that differ in their seeds.
struct TreeSearches {
  std::uint64_t seed = 1; ///< of the trees' seeds
  int trees = 1;
  int depth = 1;
  double node_limit = 1e6; ///< of each, beyond which it is not deepened
};

/// The log of NegaScout with a transposition table in such trees; `seed` of the parameters is not
/// used. A tree in which not even the first iteration is complete is not in it.
[[nodiscard]] EngineLog search_trees(synthetic::Parameters parameters,
                                     const TreeSearches& searches);

/// A fit begins at points at random, and looks for the minimum twice.
inline constexpr int fewest_trials = 4;

/// The effort of a fit, and its random choices.
struct FitSettings {
  std::uint64_t seed = 1; ///< of the trees that are searched, and of the points begun with
  double nodes = 150'000; ///< in all trees together, each time that parameters are tried
  int trials = 250;       ///< parameters tried, at most; `fewest_trials` or more
  /// Called after each trial with their number so far, and in all.
  std::function<void(int, int)> on_trial = [](int, int) {};
};

/// The kinds of figures that a fit compares.
enum class FitKind { nodes, first_move_rate, table_rate, step, alternation };

/// The tolerances of a fit: of the logarithm of nodes, where an iteration has many more than 1000;
/// of rates; of the logarithm of the step, and of the alternation as a share of it.
inline constexpr double nodes_tolerance = 0.1;
inline constexpr double rate_tolerance = 0.02;
inline constexpr double step_tolerance = 0.2;

/// A figure of the log beside that of searches of the fitted tree.
struct FittedFigure {
  FitKind kind{};
  int depth = 0; ///< of the iterations that it is of; 0 for all
  double logged = 0;
  double fitted = 0;
  double deviation = 0; ///< fitted less logged, in units of the tolerance
  bool tried = false;   ///< whether the parameters were chosen by it, too

  /// Whether it is as in the log, within twice the tolerance.
  [[nodiscard]] bool met() const { return deviation >= -2 && deviation <= 2; }
};

/// A synthetic tree whose searches have the statistics of a log.
struct TreeFit {
  synthetic::Parameters tree; ///< of any seed
  int depth = 0;              ///< of the deepest iterations that the parameters were chosen by
  int trees = 0;              ///< seeds of which the fitted figures are the statistics
  std::vector<FittedFigure> figures;
};

/// The fewest depths that a tree can be fitted to.
inline constexpr std::size_t fewest_fitted_depths = 3;

/// Looks for the synthetic tree of model=ordered that NegaScout with a transposition table searches
/// as the log says: the parameters with the least sum of squared deviations of nodes and rates by
/// depth and of the alternation of values, and a small penalty for being far from those of a usual
/// game. All parameters are tried on the same trees.
///
/// Not looked for but taken from the log: the number of moves, from half to half more than the
/// logged mean, and the unit of values, such that steps between iterations are the logged ones.
/// What the log does not have leaves the parameter as it usually is; where it has no moves their
/// number is looked for, too. Depths are left out where searches to them would take more than the
/// settings allow. The log must have `fewest_fitted_depths`.
[[nodiscard]] TreeFit fit_tree(const LogStatistics& log, const FitSettings& settings);

} // namespace eldest
