#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

namespace eldest {

/// The network of the processes that were started together with this one. The first call joins the
/// network; the end of the program leaves it. Signals that come from the first call on are kept;
/// see Interrupts.
///
/// The library that a program is linked with determines its network: with eldest_mpi MPI's, with
/// eldest_no_mpi none. Throws InputError if the program has no network.
[[nodiscard]] ClusterNetwork& cluster_network();

} // namespace eldest
