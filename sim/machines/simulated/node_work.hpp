#pragma once

#include "algorithms/search/settings.hpp"
#include "sim/platform_files/machine_parameters.hpp"

namespace eldest {

/// The place of a processor among those of its computer. A computer is a host or, if hosts have one
/// processor each, all hosts of the platform.
struct OnComputer {
  int index = 0;      ///< among the computer's processors
  int working = 1;    ///< number of the computer's processors that work, from the first on
  int processors = 1; ///< number of the computer's processors, at work or not
};

/// Returns the seconds of each step of the work in nodes, with the other processors at work.
/// `speed`: units of work a second on a processor that works alone. `alone`: the work of each step
/// in units. `bytes`: the bytes that each step moves between memory and caches. This transfer takes
/// as many times longer as processors share the memory. The rest of the step takes longer by the
/// slowdown. Throws InputError if a step moves more bytes than memory carries in its time.
[[nodiscard]] NodeCosts node_seconds(const MachineParameters& machine, const OnComputer& place,
                                     double speed, const NodeCosts& alone, const NodeCosts& bytes);

} // namespace eldest
