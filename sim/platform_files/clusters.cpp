#include "sim/platform_files/clusters.hpp"

#include "sim/platform_files/quantities.hpp"
#include "trees/base/text.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <vector>

namespace eldest {

std::optional<double> count_radical(std::string_view text) {
  double count = 0;
  for (const auto group : split(text, ",")) {
    const auto ends = split(group, "-");
    const auto first = parse_whole(ends.front());
    const auto last = parse_whole(ends.back());
    if (ends.size() > 2 || !first || !last || *last < *first)
      return std::nullopt;
    count += static_cast<double>(*last - *first + 1);
  }
  return count;
}

bool are_topology_parameters(std::string_view text) {
  constexpr int most = 1 << 14;
  const auto parts = split(text, ";,");
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    const auto number = parse_whole(part);
    return number && *number >= 1 && *number <= most;
  });
}

std::optional<double> hosts_by_topology(std::string_view topology, std::string_view parameters) {
  const auto parts = split(parameters, ";");
  std::vector<std::string_view> factors;
  if (topology == "TORUS")
    factors = split(parameters, ",");
  else if (topology == "FAT_TREE" && parts.size() > 1)
    factors = split(parts[1], ",");
  else if (topology == "DRAGONFLY")
    for (const auto part : parts)
      factors.push_back(part.substr(0, part.find(',')));
  double hosts = 1;
  for (const auto factor : factors)
    hosts *= static_cast<double>(parse_whole(factor).value_or(0));
  return factors.empty() ? std::nullopt : std::optional(hosts);
}

std::optional<std::size_t> hosts_on_switch(const pugi::xml_node& cluster, std::size_t all) {
  if (*cluster.attribute("limiter_link").value() != '\0')
    return std::nullopt;
  const std::string_view topology = cluster.attribute("topology").value();
  if (topology.empty() || topology == "FLAT")
    return all;
  const auto parts = split(cluster.attribute("topo_parameters").value(), ";");
  if (topology != "FAT_TREE" || parts.size() != 4)
    return std::nullopt;
  const auto is_one = [](std::string_view number) { return parse_whole(number) == 1; };
  const auto children = split(parts[1], ",");
  const auto parents = split(parts[2], ",");
  const auto parallel_links = split(parts[3], ",");
  // SimGrid chooses among parallel links, even between higher switches, by the sender.
  if (!is_one(parents.front()) || !std::ranges::all_of(parallel_links, is_one))
    return std::nullopt;
  return static_cast<std::size_t>(*parse_whole(children.front()));
}

} // namespace eldest
