#pragma once

#include "sim/machines/simulated/platform.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// What a table access or a message costs between two processors of an idle machine, in seconds.
struct MeasuredCosts {
  double read = 0;     ///< of 16 bytes for 16, until its answer has been taken
  double write = 0;    ///< of 24 bytes, until the writer can go on
  double message = 0;  ///< of 16 bytes, until its receiver, who waits for it, has taken it
  double send = 0;     ///< the same, until its sender can go on
  double latency = 0;  ///< of the route
  std::string to = {}; ///< the other one's host
};

/// What eldest makes of a platform file.
struct PlatformReport {
  std::string name; ///< of its outermost zone
  int processors = 0;
  Inventory inventory;
  std::vector<MachineProperty> properties; ///< all there are, with the values that apply
  std::vector<std::string> properties_set; ///< names of those that the file sets
  MeasuredCosts own;                       ///< without messages
  std::optional<MeasuredCosts> core;       ///< of another core of the first host
  /// By the latency from the first processor; none without another host.
  std::optional<MeasuredCosts> near;
  std::optional<MeasuredCosts> far;
  /// By the name of a model why it does not simulate the platform; empty if it does.
  std::map<std::string, std::string> refusals;
  std::vector<std::string> notes; ///< what is not used or given
};

/// Loads a platform, and measures its first processors, or all of at most 1024, by simulating
/// accesses and messages in a model. Throws InputError for what no model simulates, and what this
/// model does not.
[[nodiscard]] PlatformReport report_platform(const PlatformFile& platform,
                                             std::optional<int> processors, const Model& model);

} // namespace eldest
