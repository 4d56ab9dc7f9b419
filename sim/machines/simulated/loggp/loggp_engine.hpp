#pragma once

#include "sim/machines/simulated/machine_engine.hpp"

#include <memory>

namespace eldest {

class Hardware;
struct MachineSettings;

/// The engine of the model `loggp`, which does without SimGrid once it has the routes: the costs of
/// `flow` by the arithmetic of LogGP (Alexandrov, Ionescu, Schauser, Scheiman, "LogGP:
/// Incorporating Long Messages into the LogP Model", SPAA 1995). A message that leaves at a time t
/// arrives at t + L + w/B, and later where it has to queue; see Network for what L and B are and
/// where there are queues. Accesses queue at their home as in `flow`, by the same
/// ProcessorSchedule. Faults are arithmetic, too: what is lost takes the network to where it would
/// have arrived.
[[nodiscard]] std::unique_ptr<MachineEngine> make_loggp_engine(Hardware& hardware, int processors,
                                                               const MachineSettings& settings);

} // namespace eldest
