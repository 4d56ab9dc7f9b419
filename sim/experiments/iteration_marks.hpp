#pragma once

#include "sim/experiments/search_result.hpp"
#include "sim/experiments/trace/writers.hpp"

#include <vector>

namespace eldest {

/// Returns a mark in a timeline for the end of each iteration, with its depth and value.
[[nodiscard]] std::vector<TraceMark> iteration_marks(const std::vector<Iteration>& iterations);

} // namespace eldest
