#pragma once

#include "sim/experiments/comparison.hpp"
#include "sim/experiments/search_result.hpp"
#include "sim/experiments/statistics.hpp"
#include "sim/sweeps/point.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// A search of a sweep, with its baselines.
struct AnalysedPoint {
  Point point;
  Json axes; ///< values of all its axes; see Axes
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

/// A mean, and its confidence interval, or nothing for a single search.
struct MeanWithInterval {
  double mean = 0;
  std::optional<Interval> interval;
};

/// The searches of one series with one value of the axis `x`.
struct Cell {
  Json axes;                                  ///< values that the searches have in common
  ComparisonSamples comparisons;              ///< by position, then by seed
  std::vector<std::string> positions;         ///< positions of `comparisons`, in the same order
  std::vector<std::vector<std::string>> keys; ///< keys of the points of `comparisons`
  std::size_t searches = 0;                   ///< number of searches compared
  Comparison mean;                            ///< over the positions
  std::optional<ComparisonInterval> interval;
  Comparison ratio_of_sums;
  double time = 0;                   ///< seconds, mean over the searches compared
  MeanWithInterval nodes_per_second; ///< sum of all nodes / sum of all seconds
  /// Joules a search, mean over the positions. Nothing unless it is known for all searches.
  std::optional<MeanWithInterval> joules;
  /// Seconds until a depth is complete, mean over the searches, by depth. Only depths that all
  /// searches have completed.
  std::map<int, MeanWithInterval> time_to_depth;
  std::size_t failed = 0;       ///< searches without a result
  std::size_t not_compared = 0; ///< searches without baselines
  /// True if the mean absolute speedup is the best of those with the same x, or cannot be told from
  /// the best. Two means cannot be told apart if the confidence interval of their ratio includes 1,
  /// or if their corrected p-value is above 5 %. The means are over the positions that all series
  /// of the panel have.
  bool is_best = false;
  /// The p-value of the comparison with the best, corrected by Holm's method for all such verdicts
  /// of the analysis. Nothing for the best itself.
  std::optional<double> p_value;

  /// Returns true if a search has been compared. Otherwise only the counts of searches are valid.
  [[nodiscard]] bool is_compared() const { return !positions.empty(); }
};

/// Returns the cell of some searches, grouped by the sample to which they belong. `best` and the
/// p-value are not set.
[[nodiscard]] Cell
make_cell(const std::map<std::string, std::vector<const AnalysedPoint*>>& samples);

} // namespace eldest
