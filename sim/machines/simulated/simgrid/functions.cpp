#include "sim/machines/simulated/simgrid/functions.hpp"

#include "sim/machines/simulated/simgrid/engine.hpp"
#include "sim/machines/simulated/simgrid/flow_engine.hpp"
#include "sim/machines/simulated/simgrid/loaded_platform.hpp"

#include <fmt/format.h>
#include <simgrid/version.h>

namespace eldest {
namespace {

std::unique_ptr<Platform> load(const PlatformFile& file, std::optional<int> processors,
                               const Placement& placement) {
  return std::make_unique<LoadedPlatform>(file, processors, placement);
}

std::string version() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  sg_version_get(&major, &minor, &patch);
  return fmt::format("{}.{}", major, minor);
}

} // namespace

const SimGridDoor& simgrid_functions() {
  static constexpr SimGridDoor functions{make_engine, load, make_flow_engine, version};
  return functions;
}

} // namespace eldest
