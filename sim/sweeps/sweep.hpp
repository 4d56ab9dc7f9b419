#pragma once

#include "sim/experiments/lesser_depths.hpp"
#include "sim/experiments/search_progress.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/system/interrupts.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// A point, and the functions that make its object in the JSON report.
struct PlannedPoint {
  Point point;
  /// Searches, and hands over the results of `lesser` depths of the point's family. May throw
  /// anything. Writes its progress to `progress`, unless null.
  std::function<SearchResult(SearchProgress* progress, const LesserDepths& lesser)> search;
  /// Makes the point's object of its result.
  std::function<Json(const SearchResult& result)> report;
  /// The name of the point's family, all of which differ in depth only. Empty for a point that has
  /// none.
  std::string family = {};
};

/// The settings by which points are run.
struct SweepSettings {
  int jobs = 1;                  ///< number of points at a time, each in a process of its own
  std::optional<double> limit{}; ///< seconds of real time after which a point is given up
  bool retry_failed = false;     ///< run points again that have failed before
};

/// Returns true if a sweep that begins runs a point with this outcome. The point must have failed.
/// Also, either `settings.retry_failed` is set, or the point failed because of a limit below that
/// of the sweep.
[[nodiscard]] bool is_run_again(const PointOutcome& outcome, const SweepSettings& settings);

/// A point that is running.
struct RunningPoint {
  std::size_t point = 0;                  ///< index among the points of the sweep
  double seconds = 0;                     ///< of real time, since the point began
  const SearchProgress* search = nullptr; ///< progress of the point's search; null without a board
};

/// The progress of a sweep, in numbers of points.
struct SweepProgress {
  std::size_t points = 0;
  std::size_t ended = 0;  ///< by this process, by another one, or before
  std::size_t failed = 0; ///< of the ended points
  std::size_t run = 0;    ///< run to the end by this process
  /// Estimated seconds until the end, by the known durations of points; nothing while unknown.
  std::optional<double> seconds_left{};
  std::vector<RunningPoint> running{}; ///< by this process; the longest first
  std::vector<DamagedRow> damaged{};   ///< rows of the store that could not be read at the start
};

/// Adds points to a store, and returns all points of the store, except those that are new. Adds
/// rows of the store that cannot be read to `damaged`. Removes those of `points` from the store, so
/// that their simulations run again. Throws RunError if the store cannot be written.
std::vector<StoredPoint> add_points(SweepStore& store, const std::vector<PlannedPoint>& points,
                                    std::vector<DamagedRow>& damaged);

/// Adds the points to the store. Runs the points that have no outcome there, and those whose
/// outcome is a failure to be run again. Begins with the longest ones, as estimated. Each outcome
/// is in the store before the next point begins in its place. The failure of a point is its
/// outcome, and the other points go on.
///
/// The points of a family are run together, by its deepest point. If that point fails, those points
/// of the family fail that have no result by then.
///
/// Also waits for points that another process has taken. When `interrupts` receives a signal, ends
/// early and gives up running points. `board` receives the progress of searches, unless null. Calls
/// `on_progress` a few times a second. Throws RunError if the store cannot be written, or if it
/// lacks an outcome at the end.
[[nodiscard]] SweepProgress run_sweep(SweepStore& store, const std::vector<PlannedPoint>& points,
                                      const SweepSettings& settings, const Interrupts& interrupts,
                                      ProgressBoard* board,
                                      const std::function<void(const SweepProgress&)>& on_progress);

} // namespace eldest
