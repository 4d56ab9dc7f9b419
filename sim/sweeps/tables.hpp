#pragma once

#include "sim/sweeps/analysis.hpp"

#include <string>

namespace eldest {

/// Returns a figure with three digits that count, or all before the point.
[[nodiscard]] std::string rounded(double value);

/// Returns a table of all searches, a row each, as CSV (RFC 4180) with a head: settings, figures,
/// failures, and the command that reproduces the search. Options are columns by their names.
[[nodiscard]] std::string searches_csv(const Analysis& analysis);

/// Returns a table of the means, a row for each series and number of processors, as CSV: the mean
/// of each figure, the limits of its confidence interval, and the ratio of sums.
[[nodiscard]] std::string means_csv(const Analysis& analysis);

/// Returns the absolute speedups of all panels as tables, for a person to read.
[[nodiscard]] std::string speedups_text(const Analysis& analysis);

} // namespace eldest
