#pragma once

#include "sim/cli/options/option_values.hpp"
#include "sim/sweeps/sweep.hpp"

#include <vector>

namespace eldest {

/// Returns the points that the options of a Grid describe, each once, with their baselines. Throws
/// InputError before any search, in the cases in which a simulation throws it. Among them are
/// impossible points, such as a sequential search on several processors.
[[nodiscard]] std::vector<PlannedPoint>
plan_sweep(const boost::program_options::variables_map& values);

} // namespace eldest
