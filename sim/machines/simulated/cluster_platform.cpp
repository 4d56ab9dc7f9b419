#include "sim/machines/simulated/cluster_platform.hpp"

#include "sim/machines/simulated/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

namespace eldest {

ClusterPlatform::ClusterPlatform(PlatformFile file, int processors, const Placement& placement)
    : file_(std::move(file)),
      parameters_(read_parameters(cluster().properties)),
      topology_(make_cluster_topology(cluster())) {
  for (const auto number : cluster().numbers)
    names_.push_back(fmt::format("{}{}{}", cluster().prefix, number, cluster().suffix));
  in_order_ = in_natural_order(std::vector<std::string_view>(names_.begin(), names_.end()));
  std::vector<std::string_view> sorted;
  for (const auto position : in_order_)
    sorted.push_back(names_[position]);
  for (const auto place : choose_hosts(sorted, file_, placement))
    hosts_.push_back(in_order_[place]);
  places_ = places_of_ranks(std::vector<int>(hosts_.size(), cluster().cores), file_, placement);
  require_processors(processors);
}

std::vector<std::size_t> ClusterPlatform::switches_of_hosts() const {
  if (!file_.switched_clusters.empty())
    return number_switches(hosts_, file_.switched_clusters.front().hosts_on_switch);
  std::vector<std::size_t> switches(hosts_.size());
  std::iota(switches.begin(), switches.end(), std::size_t{0});
  return switches;
}

Inventory ClusterPlatform::inventory() const {
  Inventory inventory;
  for (const auto position : in_order_)
    inventory.hosts.push_back({names_[position], cluster().speed, cluster().cores});
  for (std::uint32_t index = 0; const auto& link : links())
    inventory.links.push_back({policy_of(link), link.bandwidth, topology_->latency(index++)});
  return inventory;
}

std::vector<std::string> ClusterPlatform::properties_set() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : cluster().properties) {
    if (name.starts_with("eldest:"))
      names.push_back(name);
  }
  return names;
}

Route ClusterPlatform::route(int from, int to) const {
  if (host_of(from) == host_of(to) && !cluster().loopback)
    return {{}, parameters_.local_access};
  return topology_->route(static_cast<int>(position(from)), static_cast<int>(position(to)));
}

bool ClusterPlatform::has_link(const std::string& name) const {
  return std::ranges::find(links(), name, &Link::name) != links().end();
}

} // namespace eldest
