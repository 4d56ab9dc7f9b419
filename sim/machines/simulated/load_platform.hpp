#pragma once

#include "sim/machines/simulated/machine_settings.hpp"
#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <memory>
#include <optional>
#include <string>

namespace eldest {

/// The number of processors that `load_platform` takes by default, or all cores if they are fewer.
inline constexpr int most_by_default = 1024;

/// Loads a platform file into SimGrid, which allows one platform in a process. If `processors` is
/// nothing, it is the number of cores, but at most `most_by_default`. Throws InputError for a
/// platform that SimGrid does not accept, or that has
///
/// - no host, or not those of the placement,
/// - fewer cores than `processors`, or
/// - hosts that differ in their eldest: properties.
[[nodiscard]] std::unique_ptr<Platform> load_platform(const PlatformFile& file,
                                                      std::optional<int> processors,
                                                      const Placement& placement = {});

/// Returns true if SimGrid must load a platform for simulations by `model`. That depends on the
/// model and on whether the platform is one cluster.
[[nodiscard]] bool needs_simgrid(const PlatformFile& file, const Model& model);

/// Opens a platform for simulations by `model`, with SimGrid or without it. Throws InputError as
/// load_platform does.
[[nodiscard]] std::unique_ptr<Platform> open_platform(const PlatformFile& file, int processors,
                                                      const Placement& placement,
                                                      const Model& model);

/// Returns SimGrid's version, such as "3.32". Loads SimGrid. Throws RunError if that fails.
[[nodiscard]] std::string simgrid_version();

/// Loads SimGrid itself and makes its engine, unless that has been done. A process that loads
/// platforms in child processes calls this before it makes them. That spares each child a tenth of
/// a second. Throws RunError if SimGrid cannot be loaded.
void load_simgrid();

} // namespace eldest
