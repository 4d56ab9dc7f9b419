#pragma once

#include "sim/experiments/fitting/engine_log.hpp"

#include <optional>
#include <vector>

namespace eldest {

/// Statistics of the iterations to one depth, over the positions of a log.
struct DepthStatistics {
  int depth = 0;
  /// Natural logarithm of the nodes of an iteration, 0 or more. At the first depth, it is the mean
  /// over the positions. From each depth to the next, it grows by the mean growth in the positions
  /// that have both depths.
  double log_nodes = 0;
  std::optional<double> first_move_rate; ///< share of cut-offs by the first move
  /// The same share at nodes of depth 3 or more. There processors search in parallel.
  std::optional<double> deep_first_move_rate;
  /// Nodes ended by the table's answer, as a share of these and of nodes whose sons were searched.
  std::optional<double> table_rate;
};

/// Statistics of the searches of a log. A rate is the ratio of two sums over the positions. It is
/// nothing if there are too few events to compute it from.
struct LogStatistics {
  std::vector<DepthStatistics> by_depth; ///< from the first depth on, without gaps
  std::optional<double> branching;       ///< mean number of legal moves of a node
  std::optional<double> forced;          ///< share of nodes with a single legal move
  /// Median of |v(d) - v(d - 1)|, where v(d) is the value of the iteration to depth d.
  std::optional<double> step;
  /// The odd-even swing, (e - o) / 2. Here e is the median of v(d) - v(d - 1) over even d, and o is
  /// that over odd d.
  std::optional<double> alternation;
  std::optional<double> node_seconds; ///< seconds a node; quiescence nodes do not count as nodes
  std::optional<double> quiescence;   ///< quiescence nodes for each other node
};

/// Returns the statistics of a log of at least one search.
[[nodiscard]] LogStatistics statistics_of(const EngineLog& log);

} // namespace eldest
