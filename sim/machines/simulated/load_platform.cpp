#include "sim/machines/simulated/load_platform.hpp"

#include "sim/machines/simulated/simgrid_door.hpp"

namespace eldest {

std::unique_ptr<Platform> load_platform(const PlatformFile& file, std::optional<int> processors,
                                        const Placement& placement) {
  return eldest_simgrid_door()->load_platform(file, processors, placement);
}

void load_simgrid() { eldest_simgrid_door()->make_engine(); }

} // namespace eldest
