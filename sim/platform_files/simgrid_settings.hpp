#pragma once

#include "sim/platform_files/platform_contents.hpp"

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// The settings that eldest makes where a platform file does not. SimGrid's own defaults fit TCP on
/// a cluster: LV08 multiplies latencies by 13.01 and bandwidths by 0.97, TCP-gamma caps the rate of
/// a flow, cross traffic slows a link by its opposite direction. None of that holds for the
/// machines here, whose files can say otherwise in a `<config>`. The precision must resolve a
/// network hop of some nanoseconds at the end of a long simulation.
[[nodiscard]] std::span<const SimGridSetting> default_settings();

/// A setting by its present name, with a value that SimGrid takes. Throws InputError, naming the
/// setting, for one that SimGrid or eldest does not know or would not survive.
[[nodiscard]] SimGridSetting checked_setting(std::string_view name, std::string_view value);

/// Whether a setting, by its present name, has an effect on a simulation of a platform. SimGrid's
/// processors and disks, for example, are not used.
[[nodiscard]] bool is_followed(const PlatformFile& platform, std::string_view name);

/// What the model loggp does not follow of a platform, and what it should be: "network/model is
/// LV08, must be CM02". Empty if it follows everything.
[[nodiscard]] std::string refused_by_loggp(const PlatformFile& platform);

} // namespace eldest
