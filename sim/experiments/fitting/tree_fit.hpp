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
[[nodiscard]] EngineLog search_trees(const synthetic::Parameters& parameters,
                                     const TreeSearches& searches);

/// The fewest trials of a fit.
inline constexpr int fewest_trials = 4;

/// The effort of a fit, and its random choices.
struct FitSettings {
  std::uint64_t seed = 1; ///< of the trees that are searched, and of the random starting points
  /// About the number of nodes of a trial in all of its trees together, in the last part of the
  /// fit. Earlier trials have a sixteenth of it.
  double nodes = 2'400'000;
  int trials = 3000; ///< limit on the parameters tried, `fewest_trials` or more
  /// Called at the start of each trial with its number, from 1, and the number of trials.
  std::function<void(int, int)> on_trial = [](int, int) {};
};

/// The kinds of figures that a fit compares.
enum class FitKind {
  nodes,
  first_move_rate,
  deep_first_move_rate,
  table_rate,
  branching,
  step,
  alternation
};

/// The tolerances of a fit:
/// - nodes_tolerance: of the logarithm of nodes, if an iteration has many more than 1000,
/// - rate_tolerance: of the table's rate; rates of first moves have narrower ones,
/// - branching_tolerance: of the logarithm of the number of moves,
/// - step_tolerance: of the logarithm of the step, and of the alternation as a share of the step.
inline constexpr double nodes_tolerance = 0.1;
inline constexpr double rate_tolerance = 0.02;
inline constexpr double branching_tolerance = 0.1;
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
  synthetic::Parameters tree;        ///< its seed is arbitrary
  int depth = 0;                     ///< of the deepest iterations used in the choice of parameters
  int trees = 0;                     ///< number of seeds of each trial
  std::vector<FittedFigure> figures; ///< over other seeds than those of the trials
};

/// The use of a fitted tree.
enum class FitVerdict {
  usable,       ///< speedups in the tree are about those of the program
  ranking_only, ///< the order of algorithms is that of the program, but not the speedups
  unusable
};

/// The greatest differences between a tree and the log with which a verdict is given. They hold for
/// iterations of at least `fewest_judged_nodes` nodes in the log, which have at least
/// `judged_share` of the nodes of the deepest one. Smaller iterations hardly matter to the time of
/// a search.
struct FitLimits {
  double first_move_rate;
  double table_rate;
  double deepest_nodes; ///< ratio of the nodes at the greatest depth of the log, or its reciprocal
  double nodes;         ///< the same at other depths
};
inline constexpr double fewest_judged_nodes = 1000;
inline constexpr double judged_share = 0.05;
inline constexpr FitLimits usable_limits{0.05, 0.10, 1.4, 1.75};
inline constexpr FitLimits ranking_limits{0.10, 0.15, 2, 2.5};

/// Returns the verdict on a tree that is fitted to `log`. If the log lacks cut-offs or the table's
/// answers, the verdict is ranking_only at most, because trees with other speedups have the same
/// nodes. A tree is unusable if its searches do not reach the greatest depth of the log. It is also
/// unusable if the log's iterations to this depth are too small to be judged.
[[nodiscard]] FitVerdict verdict_on(const TreeFit& fit, const LogStatistics& log);

/// The fewest depths that a tree can be fitted to.
inline constexpr std::size_t fewest_fitted_depths = 3;

/// Fits a synthetic tree of model=ordered to a log. NegaScout with a transposition table then has
/// the log's statistics in this tree. Minimises the sum of squared deviations of nodes and rates by
/// depth, of the number of moves, and of the alternation of values. The deeper an iteration, the
/// more it counts. A small penalty keeps the parameters near those of a usual game. Every trial
/// searches trees with the same seeds.
///
/// The log gives the unit of values directly, such that steps of the value between iterations are
/// the logged ones. If this unit is coarse, such as a stone, the tree has a finer one. The number
/// of moves of a node is from half to one and a half times its mean, which is fitted near the
/// logged one. Nodes near the leaves may have more moves than those whose moves are counted. Nodes
/// with a single move have the log's share.
///
/// If the log lacks a figure, its parameter stays at the usual value. Depths are left out if
/// searches to them would take more nodes than `settings` allow. The log must have at least
/// `fewest_fitted_depths`.
[[nodiscard]] TreeFit fit_tree(const LogStatistics& log, const FitSettings& settings);

} // namespace eldest
