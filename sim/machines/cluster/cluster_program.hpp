#pragma once

#include "sim/machines/cluster/cluster_network.hpp"

namespace eldest {

/// The network of the processes that were started together with this one. The first call joins the
/// network, and the end of the program leaves it. From the first call on, SIGINT, SIGTERM and
/// SIGHUP do not end the process; see Interrupts.
///
/// The library that a program is linked with determines the network: MPI's with eldest_mpi, SMPI's
/// simulated one with eldest_smpi, and none with eldest_no_mpi. Throws InputError if the program
/// has no network.
[[nodiscard]] ClusterNetwork& cluster_network();

} // namespace eldest
