#pragma once

#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <functional>
#include <string>
#include <vector>

namespace eldest {

/// Short searches by ABDADA in both models of a machine.
struct ModelComparison {
  std::string tree; ///< name of the game
  int processors = 0;
  int depth = 0;
  /// Simulated time in loggp, divided by that in flow, for each position.
  std::vector<double> ratios;
  double flow_wall_seconds = 0; ///< real time of all searches in flow
  double loggp_wall_seconds = 0;
};

/// Compares the models on the first `processors` of a platform, which are placed by `placement`.
/// Calls `on_wait`, unless null, between searches. Throws InputError if a model does not simulate
/// the platform.
[[nodiscard]] ModelComparison compare_models(const PlatformFile& platform, int processors,
                                             const Placement& placement,
                                             const std::function<void()>& on_wait = nullptr);

} // namespace eldest
