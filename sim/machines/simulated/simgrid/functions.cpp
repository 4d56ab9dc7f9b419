#include "sim/machines/simulated/simgrid/functions.hpp"

#include "sim/machines/simulated/simgrid/engine.hpp"
#include "sim/machines/simulated/simgrid/flow_engine.hpp"
#include "sim/machines/simulated/simgrid/loaded_platform.hpp"

namespace eldest {
namespace {

std::unique_ptr<Platform> load(const PlatformFile& file, std::optional<int> processors,
                               const Placement& placement) {
  return std::make_unique<LoadedPlatform>(file, processors, placement);
}

} // namespace

const SimGridDoor& simgrid_functions() {
  static constexpr SimGridDoor functions{make_engine, load, make_flow_engine};
  return functions;
}

} // namespace eldest
