#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The settings that eldest makes if a platform file does not. SimGrid's own defaults fit TCP on a
/// cluster:
///
/// - LV08 multiplies latencies by 13.01 and bandwidths by 0.97,
/// - TCP-gamma caps the rate of a flow,
/// - cross traffic slows a link by the traffic in its opposite direction.
///
/// None of that holds for the machines here. A platform file can set other values in a `<config>`.
/// The precision must resolve a network hop of some nanoseconds at the end of a long simulation.
[[nodiscard]] std::span<const SimGridSetting> default_settings();

/// Returns a platform whose network is as in any other SimGrid program: by the file's settings and,
/// for all else, by SimGrid's defaults. Keeps the overrides that do not concern the network.
[[nodiscard]] PlatformFile with_network_of_simgrid(PlatformFile platform);

/// Returns the settings that determine how the platform's network is simulated, with the values
/// that apply. The first is the network's model.
[[nodiscard]] std::vector<SimGridSetting> network_settings(const PlatformFile& platform);

/// Returns a setting by its current name, with a value that SimGrid accepts. Throws InputError that
/// names the setting if SimGrid or eldest does not know it, or if SimGrid would not survive the
/// value.
[[nodiscard]] SimGridSetting checked_setting(std::string_view name, std::string_view value);

/// Returns true if a setting, by its current name, has an effect on a simulation of a platform.
/// SimGrid's processors and disks, for example, are not used.
[[nodiscard]] bool is_followed(const PlatformFile& platform, std::string_view name);

/// Returns a feature of a platform that the model loggp does not support, and what the feature must
/// be. Returns "" if loggp supports the platform.
[[nodiscard]] std::string refused_by_loggp(const PlatformFile& platform);

} // namespace eldest
