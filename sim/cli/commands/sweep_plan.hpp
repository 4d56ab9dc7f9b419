#pragma once

#include "sim/sweeps/sweep.hpp"

#include <boost/program_options.hpp>

#include <vector>

namespace eldest {

/// Returns the points that the options of a Grid describe, each once, with their baselines.
/// Throws InputError for what a simulation would throw it for, before any search: also for points
/// that make no sense, such as a sequential search on several processors.
[[nodiscard]] std::vector<PlannedPoint>
plan_sweep(const boost::program_options::variables_map& values);

} // namespace eldest
