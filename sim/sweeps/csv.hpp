#pragma once

#include "sim/sweeps/analysis.hpp"

#include <string>

namespace eldest {

/// Returns a table of all searches as CSV (RFC 4180), with a head and a row for each search. The
/// columns are settings, figures, failures, the command that reproduces the search, and its key.
/// Each option, and each changed number of the platform, has its own column.
[[nodiscard]] std::string searches_csv(const Analysis& analysis);

/// Returns a table of the means as CSV, with a row for each cell. The columns are the cell's axes,
/// the mean of each figure, the limits of its confidence interval, and the ratio of sums. A text
/// that is a number with a unit, such as a latency, becomes a number.
[[nodiscard]] std::string means_csv(const Analysis& analysis);

/// Returns a table of the times to depths as CSV, with a row for each cell and depth.
[[nodiscard]] std::string times_to_depth_csv(const Analysis& analysis);

} // namespace eldest
