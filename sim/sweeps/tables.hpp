#pragma once

#include "sim/sweeps/analysis.hpp"

#include <string>

namespace eldest {

/// Returns a figure with three significant digits or, if it is 100 or more, as a whole number.
[[nodiscard]] std::string rounded(double value);

/// Returns a table of all searches as CSV (RFC 4180), with a head and a row for each search. The
/// columns are settings, figures, failures, and the command that reproduces the search. Each option
/// has its own column.
[[nodiscard]] std::string searches_csv(const Analysis& analysis);

/// Returns a table of the means as CSV, with a row for each series and number of processors. The
/// columns are the mean of each figure, the limits of its confidence interval, and the ratio of
/// sums.
[[nodiscard]] std::string means_csv(const Analysis& analysis);

/// Returns the absolute speedups of all panels as tables for a person to read.
[[nodiscard]] std::string speedups_text(const Analysis& analysis);

} // namespace eldest
