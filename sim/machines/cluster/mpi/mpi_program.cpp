#include "sim/machines/cluster/cluster_program.hpp"
#include "sim/machines/cluster/mpi/mpi_network.hpp"

namespace eldest {
namespace {

/// The bytes of the longest packet that needs no announcement.
constexpr std::size_t longest_expected = 2048;

} // namespace

ClusterNetwork& cluster_network() {
  static LossGuard guard;
  static MpiNetwork network(longest_expected, &guard);
  return network;
}

} // namespace eldest
