#pragma once

#include "sim/machines/simulated/machine_engine.hpp"

#include <memory>

namespace eldest {

class Hardware;
struct MachineSettings;

/// Makes the engine of the model `flow`, in which every message is a SimGrid communication.
[[nodiscard]] std::unique_ptr<MachineEngine> make_flow_engine(Hardware& hardware, int processors,
                                                              const MachineSettings& settings);

} // namespace eldest
