#pragma once

#include "sim/experiments/model_comparison.hpp"
#include "sim/experiments/platform_costs.hpp"
#include "sim/machines/simulated/platform.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// The messages of a report in the network that any other SimGrid program gives to the platform, by
/// its file and SimGrid's own defaults.
struct NetworkOfSimGrid {
  std::string model{};        ///< SimGrid's model of it, such as LV08
  std::vector<double> near{}; ///< seconds of messages of `message_sizes`, until received
  std::vector<double> far{};  ///< the same to the farthest host
  std::string refusal{};      ///< the reason for which they could not be measured, or empty
};

/// The speed of work on a computer of which some processors work, as parts of the speed of one that
/// works alone.
struct SpeedAtWork {
  int working = 1;    ///< processors at work
  double compute = 1; ///< speed of work that needs no memory
  /// The speed of visits to nodes, by the trees of which the platform gives the bytes.
  std::map<std::string, double> visits{};
};

/// The facts that eldest takes from a platform file, and the costs that follow from them.
struct PlatformReport {
  std::string name; ///< of its outermost zone
  int processors = 0;
  std::string first_host; ///< host of the first processor
  Inventory inventory;
  std::optional<HostPower> power;          ///< of the first host, if the file gives it
  std::vector<MachineProperty> properties; ///< all properties, with the values that apply
  std::vector<std::string> properties_set; ///< names of the properties that the file sets
  /// Speeds of the first processor with 1, half and all of its computer's processors at work.
  std::vector<SpeedAtWork> work;
  MeasuredCosts own; ///< of accesses by the first processor to its own part of the table
  std::optional<MeasuredCosts> core; ///< between the first processor and another core of its host

  /// Costs between the first processor and one on the nearest or the farthest host, by latency.
  /// Nothing without another host.
  std::optional<MeasuredCosts> near;
  std::optional<MeasuredCosts> far;

  std::vector<SimGridSetting> network; ///< settings of the network; the first is its model
  /// Nothing without another host.
  std::optional<NetworkOfSimGrid> network_of_simgrid;

  /// By the name of each model: the reason why the model does not simulate the platform, or an
  /// empty text.
  std::map<std::string, std::string> refusals;
  std::optional<ModelComparison> comparison; ///< of both models; nothing unless asked for
  std::vector<std::string> notes; ///< parts of the file that are not used, and values that it lacks
};

/// Loads a platform, and measures its first `processors`, which are placed by `placement`. If
/// `processors` is nothing, measures all processors, but at most 1024. Simulates accesses and
/// messages in `model`. Calls `on_wait`, unless null, a few times a second. Throws InputError if
/// `model` does not simulate the platform.
[[nodiscard]] PlatformReport report_platform(const PlatformFile& platform,
                                             std::optional<int> processors,
                                             const Placement& placement, const Model& model,
                                             const std::function<void()>& on_wait = nullptr);

} // namespace eldest
