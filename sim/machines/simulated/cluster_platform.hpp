#pragma once

#include "sim/machines/simulated/cluster_topology.hpp"
#include "sim/machines/simulated/platform.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// A platform of one cluster, whose routes are computed without SimGrid.
class ClusterPlatform final : public Platform {
public:
  /// Throws InputError as load_platform does. `file` has a sole cluster.
  ClusterPlatform(PlatformFile file, int processors, const Placement& placement);

  [[nodiscard]] const std::string& name() const override { return cluster().platform; }
  [[nodiscard]] int hosts() const override { return static_cast<int>(cluster().numbers.size()); }
  [[nodiscard]] int cores() const override { return static_cast<int>(places_.size()); }
  [[nodiscard]] const MachineParameters& parameters() const override { return parameters_; }
  [[nodiscard]] int host_of(int rank) const override {
    return places_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::vector<std::size_t> switches_of_hosts() const override;
  [[nodiscard]] std::string host_name(int rank) const override { return names_[position(rank)]; }
  [[nodiscard]] int host_cores(int /*rank*/) const override { return cluster().cores; }
  [[nodiscard]] double speed(int /*rank*/) const override { return cluster().speed; }
  [[nodiscard]] std::optional<HostPower> power(int /*rank*/) const override {
    return cluster().power;
  }
  [[nodiscard]] Inventory inventory() const override;
  [[nodiscard]] std::vector<std::string> properties_set() const override;
  [[nodiscard]] const PlatformFile& file() const override { return file_; }
  [[nodiscard]] Route route(int from, int to) const override;
  [[nodiscard]] bool has_link(const std::string& name) const override;
  [[nodiscard]] const std::vector<Link>& links() const override { return topology_->links(); }

private:
  [[nodiscard]] const SoleCluster& cluster() const { return *file_.sole_cluster; }
  /// The position of a processor's host in the radical.
  [[nodiscard]] std::size_t position(int rank) const {
    return hosts_[static_cast<std::size_t>(host_of(rank))];
  }

  PlatformFile file_;
  std::vector<std::string> names_;    ///< of all hosts, in the order of the radical
  std::vector<std::size_t> in_order_; ///< positions of all hosts, in the natural order of names
  std::vector<std::size_t> hosts_;    ///< positions of the hosts of the placement, in its order
  std::vector<int> places_;           ///< by rank: index in `hosts_`
  MachineParameters parameters_;
  std::unique_ptr<ClusterTopology> topology_;
};

} // namespace eldest
