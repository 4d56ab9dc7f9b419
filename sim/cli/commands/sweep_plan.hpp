#pragma once

#include "sim/cli/options/option_values.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/sweeps/sweep.hpp"

#include <vector>

namespace eldest {

/// The points of a sweep.
struct SweepPlan {
  std::vector<PlannedPoint> points;
  SkippedPositions skipped;              ///< of all files of positions
  std::vector<StoredPlatform> platforms; ///< of all points
};

/// Returns the points that the options of a Grid describe, each once, with their baselines. Throws
/// InputError in all cases in which one of the simulations would throw it, before any of them is
/// run. Among them are impossible points, such as a sequential search on several processors.
[[nodiscard]] SweepPlan plan_sweep(const boost::program_options::variables_map& values);

} // namespace eldest
