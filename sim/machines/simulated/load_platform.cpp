#include "sim/machines/simulated/load_platform.hpp"

#include "sim/machines/simulated/cluster_platform.hpp"
#include "sim/machines/simulated/simgrid_door.hpp"

namespace eldest {

std::unique_ptr<Platform> load_platform(const PlatformFile& file, std::optional<int> processors,
                                        const Placement& placement) {
  return eldest_simgrid_door()->load_platform(file, processors, placement);
}

bool needs_simgrid(const PlatformFile& file, const Model& model) {
  return model.needs_simgrid || !file.sole_cluster;
}

std::unique_ptr<Platform> open_platform(const PlatformFile& file, int processors,
                                        const Placement& placement, const Model& model) {
  if (needs_simgrid(file, model))
    return load_platform(file, processors, placement);
  return std::make_unique<ClusterPlatform>(file, processors, placement);
}

std::string simgrid_version() { return eldest_simgrid_door()->version(); }

void load_simgrid() { eldest_simgrid_door()->make_engine(); }

} // namespace eldest
