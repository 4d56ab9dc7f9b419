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

/// A search of a sweep, with its baselines.
struct AnalysedPoint {
  Point point;
  std::optional<SearchResult> result;
  std::string failure;                ///< empty if there is a result
  std::string ended_at;               ///< UTC, as in 2026-01-31T23:59:59Z
  std::optional<Baselines> baselines; ///< nothing if a result is missing, or a search was stopped
  double wall_seconds = 0;

  [[nodiscard]] std::optional<Comparison> comparison() const {
    return baselines ? std::optional(compare(*result, *baselines)) : std::nullopt;
  }
  /// Returns the overheads of APHID with slaves, or nothing for other algorithms or without
  /// baselines.
  [[nodiscard]] std::optional<AphidOverhead> aphid_overhead() const;
  [[nodiscard]] std::string position() const; ///< name in its file; without one, the position
  [[nodiscard]] int processors() const;
};

/// The searches of one series on one number of processors.
struct Cell {
  ComparisonSamples comparisons;      ///< by position, then by seed
  std::vector<std::string> positions; ///< positions of `comparisons`, in the same order
  Comparison mean;                    ///< over the positions
  std::optional<ComparisonInterval> interval;
  Comparison ratio_of_sums;
  double time = 0;                     ///< seconds, mean over the searches compared
  double nodes_per_second = 0;         ///< sum of all nodes / sum of all seconds
  std::map<int, double> time_to_depth; ///< seconds, mean over the searches, by depth
  std::size_t failed = 0;              ///< searches without a result
  std::size_t not_compared = 0;        ///< searches without baselines
  /// True if the mean absolute speedup is the best of the panel, or cannot be told from the best.
  /// Two means cannot be told apart if the confidence interval of their ratio includes 1. The means
  /// are over the positions that all series of the panel have.
  bool is_best = false;

  /// Returns true if a search has been compared. Otherwise only the counts of searches are valid.
  [[nodiscard]] bool is_compared() const { return !positions.empty(); }
};

/// Searches that differ only in position, seed and number of processors.
struct Series {
  std::string label;         ///< distinguishes the series from the others of its panel
  std::map<int, Cell> cells; ///< by number of processors

  /// Returns the cell of `processors`, or null if there is no cell or no comparison in it.
  [[nodiscard]] const Cell* compared(int processors) const;
};

/// Series that can be compared, because they are on one tree, to one depth, on one platform, in one
/// model. At least one cell has a comparison.
struct Panel {
  std::string title;
  std::string tree;
  int depth = 0;
  /// True if there is a parallel search in which no processor spent any time on messages or on
  /// table accesses.
  bool communication_is_free = false;
  std::vector<Series> series;
};

/// Returns the numbers of processors of all series of a panel, ascending.
[[nodiscard]] std::vector<int> processor_counts(const Panel& panel);

/// The analysis of the points in a store whose version_of_numbers is that of its latest outcome.
struct Analysis {
  std::string version;               ///< of the program that has made the latest outcome
  int model_version = 0;             ///< of all points; 0 for results of programs without one
  std::size_t of_other_versions = 0; ///< points left out, which are of other versions
  std::size_t not_run = 0;           ///< points without an outcome
  std::size_t failed = 0;
  std::vector<AnalysedPoint> points; ///< in the store's order, baselines included
  std::vector<Panel> panels;         ///< in the store's order
  std::vector<DamagedRow> damaged;   ///< rows left out; an outcome among them counts as not run

  /// Returns both versions in words, such as "eldest 0.10.0 (model version 1)".
  [[nodiscard]] std::string versions() const;
};

/// Analyses a store without its damaged rows. Throws RunError if the store cannot be read, and
/// InputError if none of its points has been run.
[[nodiscard]] Analysis analyse(const SweepStore& store);

} // namespace eldest
