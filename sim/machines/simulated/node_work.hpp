#pragma once

#include "algorithms/search/settings.hpp"
#include "sim/platform_files/machine_parameters.hpp"

namespace eldest {

/// A processor as one of its computer's. A computer is a host or, if hosts have one processor each,
/// all hosts of the platform.
struct OnComputer {
  int index = 0;      ///< among the computer's processors
  int working = 1;    ///< number of the computer's processors that work, from the first on
  int processors = 1; ///< of the computer
};

/// Returns the seconds of each step of the work in nodes, with the other processors at work.
/// `speed`: units of work a second on a processor that works alone. `alone`: the work of each step
/// in units. `bytes`: the bytes that it moves between memory and caches. Meanwhile, memory moves as
/// much for every other processor that shares it. Throws InputError if a step moves more bytes than
/// memory carries in its time.
[[nodiscard]] NodeCosts node_seconds(const MachineParameters& machine, const OnComputer& place,
                                     double speed, const NodeCosts& alone, const NodeCosts& bytes);

} // namespace eldest
