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
  std::uint64_t seed = 1; ///< from which the trees' seeds are derived
  int trees = 1;
  int depth = 1;
  double node_limit = 1e6; ///< number of nodes after which the search of a tree ends
};

/// Searches trees that have `parameters`, except the seed, by NegaScout with a transposition table.
/// Returns the log of these searches. Leaves out a tree if not even its first iteration is
/// complete.
[[nodiscard]] EngineLog search_trees(synthetic::Parameters parameters,
                                     const TreeSearches& searches);

/// The fewest trials of a fit. A fit tries random points first, and then searches for a minimum
/// twice.
inline constexpr int fewest_trials = 4;

/// The effort of a fit, and its random choices.
struct FitSettings {
  std::uint64_t seed = 1; ///< of the trees that are searched, and of the random starting points
  double nodes = 150'000; ///< about the number of nodes of a trial, in all of its trees together
  int trials = 250;       ///< limit on the parameters tried, `fewest_trials` or more
  /// Called at the start of each trial with its number, from 1, and the number of trials.
  std::function<void(int, int)> on_trial = [](int, int) {};
};

/// The kinds of figures that a fit compares.
enum class FitKind { nodes, first_move_rate, table_rate, step, alternation };

/// The tolerances of a fit:
/// - nodes_tolerance: of the logarithm of nodes, if an iteration has many more than 1000,
/// - rate_tolerance: of rates,
/// - step_tolerance: of the logarithm of the step, and of the alternation as a share of the step.
inline constexpr double nodes_tolerance = 0.1;
inline constexpr double rate_tolerance = 0.02;
inline constexpr double step_tolerance = 0.2;

/// A figure of the log, and the same figure of searches of the fitted tree.
struct FittedFigure {
  FitKind kind{};
  int depth = 0; ///< depth of the figure's iterations; 0 if the figure is of all iterations
  double logged = 0;
  double fitted = 0;
  double deviation = 0; ///< `fitted` less `logged`, in units of the tolerance
  bool tried = false;   ///< true if the figure took part in the choice of parameters

  /// Returns true if the fitted figure is within twice the tolerance of the logged one.
  [[nodiscard]] bool met() const { return deviation >= -2 && deviation <= 2; }
};

/// A synthetic tree fitted to a log, and the figures of its searches beside those of the log.
struct TreeFit {
  synthetic::Parameters tree; ///< its seed is arbitrary
  int depth = 0;              ///< of the deepest iterations used in the choice of parameters
  int trees = 0;              ///< number of seeds over which the fitted figures are taken
  std::vector<FittedFigure> figures;
};

/// The fewest depths that a tree can be fitted to.
inline constexpr std::size_t fewest_fitted_depths = 3;

/// Fits a synthetic tree of model=ordered to a log. NegaScout with a transposition table then has
/// the log's statistics in this tree. Minimises the sum of squared deviations of nodes and rates by
/// depth and of the alternation of values. A small penalty keeps the parameters near those of a
/// usual game. Every trial searches trees with the same seeds.
///
/// The log gives two figures directly:
/// - the number of moves, which is from half to one and a half times the logged mean,
/// - the unit of values, such that steps of the value between iterations are the logged ones.
///
/// If the log lacks a figure, its parameter stays at the usual value. If the log does not count
/// moves, the number of moves is fitted, too. Depths are left out if searches to them would take
/// more nodes than `settings` allow. The log must have at least `fewest_fitted_depths`.
[[nodiscard]] TreeFit fit_tree(const LogStatistics& log, const FitSettings& settings);

} // namespace eldest
