#pragma once

#include "sim/experiments/search_progress.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/system/interrupts.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace eldest {

/// A point, and how to run it: a function that returns its object in the JSON report, shows its
/// progress in `progress`, if there is one, and may throw anything.
struct PlannedPoint {
  Point point;
  std::function<Json(SearchProgress* progress)> run;
};

/// How points are run.
struct SweepSettings {
  int jobs = 1;                  ///< number of points at a time, each in a process of its own
  std::optional<double> limit{}; ///< seconds of real time after which a point is given up
  bool retry_failed = false;     ///< run points again that have failed before
};

/// Whether a point with this outcome is run by a sweep that begins: one that has failed, if that is
/// asked for, or if it was by a limit that was less than that of the sweep.
[[nodiscard]] bool is_run_again(const PointOutcome& outcome, const SweepSettings& settings);

/// A point that runs at the moment.
struct RunningPoint {
  std::size_t point = 0;                  ///< its place among those of the sweep
  double seconds = 0;                     ///< of real time, since it began
  const SearchProgress* search = nullptr; ///< null if there is no board
};

/// How far a sweep is.
struct SweepProgress {
  std::size_t points = 0;
  std::size_t ended = 0;  ///< of them, by this sweep or before
  std::size_t failed = 0; ///< of those
  std::size_t run = 0;    ///< by this sweep
  /// Seconds until the end, by the durations of the points so far; none while they are not known.
  std::optional<double> seconds_left{};
  std::vector<RunningPoint> running{}; ///< by this sweep; the longest first
};

/// Adds points to a store. Throws RunError if it cannot be written.
void add_points(SweepStore& store, const std::vector<PlannedPoint>& points);

/// Adds the points to the store and runs those that have no outcome there, or one to be run again,
/// the longest first, as far as one can know. Each outcome is in the store before the next point
/// begins in its place. The failure of a point is its outcome; the others go on. Points that
/// another process runs meanwhile are waited for. Ends early, with what is running given up, when
/// one of the interrupts has come. `on_progress` is called a few times a second. Throws RunError if
/// the store cannot be written.
[[nodiscard]] SweepProgress run_sweep(SweepStore& store, const std::vector<PlannedPoint>& points,
                                      const SweepSettings& settings, const Interrupts& interrupts,
                                      ProgressBoard* board,
                                      const std::function<void(const SweepProgress&)>& on_progress);

} // namespace eldest
