#pragma once

#include "sim/experiments/comparison.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/experiments/statistics.hpp"
#include "sim/sweeps/store.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// A search of a sweep with what it is compared with.
struct AnalysedPoint {
  Point point;
  std::optional<SearchResult> result;
  std::string failure;                ///< empty if there is a result
  std::string ended_at;               ///< UTC, as in 2026-01-31T23:59:59Z
  std::optional<Baselines> baselines; ///< none without results, or if one was stopped
  double wall_seconds = 0;

  [[nodiscard]] std::optional<Comparison> comparison() const {
    return baselines ? std::optional(compare(*result, *baselines)) : std::nullopt;
  }
  /// The overheads of APHID with slaves; none for other algorithms.
  [[nodiscard]] std::optional<AphidOverhead> aphid_overhead() const;
  [[nodiscard]] std::string position() const; ///< its name in its file, or else the position
  [[nodiscard]] int processors() const;
};

/// The searches of one series on one number of processors.
struct Cell {
  ComparisonSamples comparisons;      ///< by position, then by seed
  std::vector<std::string> positions; ///< of these
  Comparison mean;                    ///< over the positions
  std::optional<ComparisonInterval> interval;
  Comparison ratio_of_sums;
  double time = 0;                     ///< seconds, mean over the searches
  double nodes_per_second = 0;         ///< of the sums over the searches
  std::map<int, double> time_to_depth; ///< seconds, mean over the searches, by depth
  std::size_t failed = 0;              ///< searches without a result
  std::size_t not_compared = 0; ///< searches whose baselines have none, or one of which was stopped
  /// Whether the mean absolute speedup over the positions that all series have is the best of its
  /// panel, or cannot be told from the best: the interval of their ratio includes 1.
  bool is_best = false;

  /// Whether any search has been compared; else only the counts of searches say something.
  [[nodiscard]] bool is_compared() const { return !positions.empty(); }
};

/// Searches that differ in position, seed and number of processors only.
struct Series {
  std::string label;         ///< what sets it apart from the other series of its panel
  std::map<int, Cell> cells; ///< by number of processors

  /// The cell of a number of processors; null if there is none, or no comparison in it.
  [[nodiscard]] const Cell* compared(int processors) const;
};

/// Series on one tree, to one depth, on one platform, in one model: what can be compared. One cell
/// at least has been.
struct Panel {
  std::string title;
  std::string tree;
  int depth = 0;
  std::vector<Series> series;
};

/// The numbers of processors that any series of a panel has, ascending.
[[nodiscard]] std::vector<int> processor_counts(const Panel& panel);

/// What a store has on the latest version of the program in it.
struct Analysis {
  std::string version;
  std::size_t of_other_versions = 0; ///< points left out
  std::size_t not_run = 0;           ///< points without an outcome
  std::size_t failed = 0;
  std::vector<AnalysedPoint> points; ///< in the store's order, baselines included
  std::vector<Panel> panels;         ///< in the store's order
};

/// Analyses a store. Throws RunError if it cannot be read, and InputError if nothing in it has been
/// run.
[[nodiscard]] Analysis analyse(const SweepStore& store);

} // namespace eldest
