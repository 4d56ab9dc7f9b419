#pragma once

#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/sole_cluster.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace eldest {

/// The links of a cluster, and the routes between its hosts in closed form. Names, numbers and
/// routes are those that SimGrid 3.32 gives the same `<cluster>`.
class ClusterTopology {
public:
  ClusterTopology(const ClusterTopology&) = delete;
  ClusterTopology& operator=(const ClusterTopology&) = delete;
  virtual ~ClusterTopology() = default;

  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  /// The latency of a link, in seconds.
  [[nodiscard]] double latency(std::uint32_t link) const { return latencies_[link]; }

  /// Returns the route from host `from` to host `to`, by their places in the radical. From a host
  /// to itself it is the host's loopback, which the cluster must have.
  [[nodiscard]] Route route(int from, int to) const;

protected:
  explicit ClusterTopology(const SoleCluster& cluster);

  /// Appends the links from one host to another.
  virtual void find_links(int from, int to, std::vector<std::uint32_t>& found) const = 0;

  std::uint32_t add_link(std::string name, const SoleCluster::LinkNumbers& numbers, bool shared);
  /// Adds the cluster's next connection, with `parallel` times the bandwidth of its links. That is
  /// one link, or one for each direction. Connections come before all other links.
  void add_connection(const std::string& name, int parallel = 1);
  /// The link of a connection from the end that its name has first.
  [[nodiscard]] std::uint32_t up(int connection) const {
    return static_cast<std::uint32_t>(connection) * directions_;
  }
  /// The link to that end.
  [[nodiscard]] std::uint32_t down(int connection) const {
    return up(connection) + directions_ - 1;
  }

private:
  friend std::unique_ptr<ClusterTopology> make_cluster_topology(const SoleCluster& cluster);

  void add_loopbacks(const SoleCluster& cluster);

  std::vector<Link> links_;
  std::vector<double> latencies_; ///< by link, in seconds
  SoleCluster::LinkNumbers numbers_;
  std::uint32_t directions_; ///< links of a connection
  std::uint32_t first_loopback_ = 0;
};

/// Makes the topology of a cluster.
[[nodiscard]] std::unique_ptr<ClusterTopology> make_cluster_topology(const SoleCluster& cluster);

} // namespace eldest
