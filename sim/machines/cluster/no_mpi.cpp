#include "sim/machines/cluster/cluster_program.hpp"
#include "trees/base/errors.hpp"

namespace eldest {

ClusterNetwork& cluster_network() {
  throw InputError("this program is built without MPI; eldest-cluster is the one with it");
}

} // namespace eldest
