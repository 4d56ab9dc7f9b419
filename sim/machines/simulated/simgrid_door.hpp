#pragma once

#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <memory>
#include <optional>
#include <string>

namespace eldest {

class Hardware;
class MachineEngine;
struct MachineSettings;

/// The functions of the folder simgrid/ that simulations need.
struct SimGridDoor {
  /// Makes SimGrid's engine of this process, unless it has been made.
  void (*make_engine)();
  /// See load_platform.
  std::unique_ptr<Platform> (*load_platform)(const PlatformFile& file,
                                             std::optional<int> processors,
                                             const Placement& placement);
  /// Makes the engine of the model `flow`; see Model.
  std::unique_ptr<MachineEngine> (*make_flow_engine)(Hardware& hardware, int processors,
                                                     const MachineSettings& settings);
  /// Returns SimGrid's version, such as "3.32".
  std::string (*version)();
};

} // namespace eldest

extern "C" {
/// Returns the functions of the folder simgrid/. The library that a program is linked with defines
/// this function:
///
/// - eldest_simgrid makes SimGrid a part of the program.
/// - eldest_simgrid_module loads SimGrid at the first call, which takes a tenth of a second. Throws
///   RunError if SimGrid cannot be loaded.
[[nodiscard]] const eldest::SimGridDoor* eldest_simgrid_door();
}
