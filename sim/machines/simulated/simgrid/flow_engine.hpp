#pragma once

#include "sim/machines/simulated/machine_engine.hpp"

#include <memory>

namespace eldest {

class Hardware;
struct MachineSettings;

/// The engine of the model `flow`: every message is a SimGrid communication.
[[nodiscard]] std::unique_ptr<MachineEngine> make_flow_engine(Hardware& hardware, int processors,
                                                              const MachineSettings& settings);

} // namespace eldest
