#pragma once

#include "sim/machines/simulated/machine_engine.hpp"

#include <memory>

namespace eldest {

class Hardware;
struct MachineSettings;

/// Makes the engine of the model `loggp`, which uses SimGrid only for the routes. It has the costs
/// of `flow`, by the arithmetic of LogGP. LogGP is from Alexandrov, Ionescu, Schauser, Scheiman,
/// "LogGP: Incorporating Long Messages into the LogP Model", SPAA 1995.
///
/// A message of w bytes that leaves at a time t arrives at t + L + w/B, and later if it has to
/// queue. See Network for L, B and the queues. Accesses queue at their home as in `flow`, by the
/// same ProcessorSchedule. Faults are arithmetic, too: a lost message occupies the network up to
/// the place where it would have arrived.
[[nodiscard]] std::unique_ptr<MachineEngine> make_loggp_engine(Hardware& hardware, int processors,
                                                               const MachineSettings& settings);

} // namespace eldest
