#pragma once

#include "sim/experiments/fitting/engine_log.hpp"

#include <optional>
#include <vector>

namespace eldest {

/// What the searches of a log are like in the iterations to one depth, over its positions.
struct DepthStatistics {
  int depth = 0;
  /// Logarithm of the nodes: the mean over the positions at the first depth, and from there on as
  /// much more as it grows in the positions that have both depths; never less than that of one
  /// node.
  double log_nodes = 0;
  std::optional<double> first_move_rate; ///< share of the cut-offs by the first move
  /// Share of the nodes that the table's answer ended, among these and those whose sons were
  /// searched.
  std::optional<double> table_rate;
};

/// What the searches of a log are like. Rates are of sums over the positions, and are left out
/// where there is too little to tell them from.
struct LogStatistics {
  std::vector<DepthStatistics> by_depth; ///< from the first depth on, without gaps
  std::optional<double> branching;       ///< legal moves of a node
  /// Median of |v(d) - v(d - 1)|, v(d) being the value of the iteration to depth d.
  std::optional<double> step;
  /// Half of what v(d) - v(d - 1) is more at even d than at odd d, in medians: the odd-even swing.
  std::optional<double> alternation;
  std::optional<double> node_seconds; ///< for each node but those of quiescence search
  std::optional<double> quiescence;   ///< quiescence nodes for each other node
};

/// The statistics of a log of at least one search.
[[nodiscard]] LogStatistics statistics_of(const EngineLog& log);

} // namespace eldest
