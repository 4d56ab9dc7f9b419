#include "sim/machines/cluster/cluster_network.hpp"

#include "trees/base/errors.hpp"

#include <cstdio>

namespace eldest {

void ClusterNetwork::discard_output() {
  if (std::freopen("/dev/null", "w", stdout) == nullptr)
    throw RunError("/dev/null cannot be opened");
}

} // namespace eldest
