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

/// Costs of a table access or a message between two processors of an idle machine, in seconds.
struct MeasuredCosts {
  double read = 0;     ///< a request of 16 bytes, until the answer of 16 bytes has been received
  double write = 0;    ///< of 24 bytes, until the writer can go on
  double message = 0;  ///< of 16 bytes, until its waiting receiver has received it
  double send = 0;     ///< of 16 bytes, until its sender can go on
  double latency = 0;  ///< of the route
  std::string to = {}; ///< host of the other processor
};

/// The facts that eldest takes from a platform file, and the costs that follow from them.
struct PlatformReport {
  std::string name; ///< of its outermost zone
  int processors = 0;
  Inventory inventory;
  std::vector<MachineProperty> properties; ///< all properties, with the values that apply
  std::vector<std::string> properties_set; ///< names of the properties that the file sets
  MeasuredCosts own; ///< of accesses by the first processor to its own part of the table
  std::optional<MeasuredCosts> core; ///< between the first processor and another core of its host

  /// Costs between the first processor and one on the nearest or the farthest host, by latency.
  /// Nothing without another host.
  std::optional<MeasuredCosts> near;
  std::optional<MeasuredCosts> far;

  /// By the name of each model: the reason why the model does not simulate the platform, or an
  /// empty text.
  std::map<std::string, std::string> refusals;
  std::vector<std::string> notes; ///< parts of the file that are not used, and values that it lacks
};

/// Loads a platform, and measures its first `processors`. If `processors` is nothing, measures all
/// processors, but at most 1024. Simulates accesses and messages in `model`. Throws InputError if
/// `model` does not simulate the platform.
[[nodiscard]] PlatformReport report_platform(const PlatformFile& platform,
                                             std::optional<int> processors, const Model& model);

} // namespace eldest
