#pragma once

#include "sim/experiments/fitting/log_statistics.hpp"
#include "sim/experiments/fitting/tree_fit.hpp"

#include <string>

namespace eldest {

/// A log, and the tree that was fitted to it.
struct FitReport {
  std::string file;
  std::size_t positions = 0;
  LogStatistics log;
  TreeFit fit;
};

/// Returns the report as tables and lines, for a person to read.
[[nodiscard]] std::string fit_text(const FitReport& report);

/// Returns the report as the text of a JSON object, for a script to read.
[[nodiscard]] std::string fit_json(const FitReport& report);

} // namespace eldest
