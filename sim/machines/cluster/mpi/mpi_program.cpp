#include "sim/machines/cluster/cluster_program.hpp"
#include "sim/machines/cluster/mpi/mpi_network.hpp"

namespace eldest {

ClusterNetwork& cluster_network() {
  static MpiNetwork network;
  return network;
}

} // namespace eldest
