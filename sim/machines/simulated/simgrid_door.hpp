#pragma once

#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <memory>

namespace eldest {

class Hardware;
class MachineEngine;
struct MachineSettings;

/// The functions of simgrid/ that simulations need.
struct SimGridDoor {
  /// See load_platform.
  std::unique_ptr<Platform> (*load_platform)(const PlatformFile& file, int processors,
                                             const Placement& placement);
  /// The engine of the model `flow`: see Model.
  std::unique_ptr<MachineEngine> (*make_flow_engine)(Hardware& hardware, int processors,
                                                     const MachineSettings& settings);
};

} // namespace eldest

extern "C" {
/// Returns the way to SimGrid. A program has this function from the library that it is linked with:
/// eldest_simgrid has SimGrid in the program from the start; eldest_simgrid_module loads it at the
/// first call, which takes a tenth of a second, and throws RunError if it cannot. A process that
/// simulates in child processes calls this before it makes them.
[[nodiscard]] const eldest::SimGridDoor* eldest_simgrid_door();
}
