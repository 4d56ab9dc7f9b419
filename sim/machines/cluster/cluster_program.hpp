#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

namespace eldest {

/// The network of the processes that have been started together, of which this is one; joined at
/// the first call, and left at the end of the program. A program has it from the library that it is
/// linked with: of eldest_mpi, MPI's; of eldest_no_mpi, none. Interrupts that come from then on are
/// kept: see Interrupts. Throws InputError if there is none.
[[nodiscard]] ClusterNetwork& cluster_network();

} // namespace eldest
