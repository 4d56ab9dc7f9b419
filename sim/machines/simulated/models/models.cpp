#include "sim/machines/simulated/models/models.hpp"

#include "sim/machines/simulated/loggp/loggp_engine.hpp"
#include "sim/machines/simulated/simgrid_door.hpp"

#include <array>

namespace eldest {
namespace {

std::unique_ptr<MachineEngine> make_engine_by_simgrid(Hardware& hardware, int processors,
                                                      const MachineSettings& settings) {
  return eldest_simgrid_door()->make_flow_engine(hardware, processors, settings);
}

} // namespace

const Model Model::flow{"flow", "by SimGrid's network", make_engine_by_simgrid, true};
const Model Model::loggp{"loggp", "by LogGP arithmetic, much faster", make_loggp_engine, false};

std::span<const Model> models() {
  static const std::array models{Model::flow, Model::loggp};
  return models;
}

} // namespace eldest
