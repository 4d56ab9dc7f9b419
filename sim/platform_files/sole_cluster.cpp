#include "sim/platform_files/sole_cluster.hpp"

#include "sim/platform_files/quantities.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

using Topology = SoleCluster::Topology;

/// Returns true for an element that is neither a property nor a list of settings.
bool is_part(const pugi::xml_node& node) {
  const std::string_view kind = node.name();
  return node.type() == pugi::node_element && kind != "prop" && kind != "config";
}

/// Returns the part of a platform in `node`. Returns null if there is none, or more than one.
pugi::xml_node only_part(const pugi::xml_node& node) {
  pugi::xml_node only;
  for (const auto& child : node.children()) {
    if (!is_part(child))
      continue;
    if (!only.empty())
      return {};
    only = child;
  }
  return only;
}

/// Returns true for a zone that only contains what is in it.
bool is_plain_zone(const pugi::xml_node& node) {
  const auto routing = to_lower(node.attribute("routing").value());
  return std::string_view(node.name()) == "zone" && (routing == "full" || routing == "floyd");
}

bool has_only_known_attributes(const pugi::xml_node& cluster) {
  static constexpr std::array<std::string_view, 17> known{"id",
                                                          "prefix",
                                                          "suffix",
                                                          "radical",
                                                          "speed",
                                                          "core",
                                                          "bw",
                                                          "lat",
                                                          "sharing_policy",
                                                          "bb_bw",
                                                          "bb_lat",
                                                          "bb_sharing_policy",
                                                          "topology",
                                                          "topo_parameters",
                                                          "loopback_bw",
                                                          "loopback_lat",
                                                          "router_id"};
  return std::ranges::all_of(cluster.attributes(), [](const pugi::xml_attribute& attribute) {
    return std::ranges::find(known, attribute.name()) != known.end();
  });
}

/// Adds the properties of an element that `properties` does not have yet.
void add_properties(const pugi::xml_node& node, std::map<std::string, std::string>& properties) {
  for (const auto& child : node.children("prop"))
    properties.try_emplace(child.attribute("id").value(), child.attribute("value").value());
}

/// Returns the numbers of a radical that names none of them twice.
std::optional<std::vector<int>> read_radical(std::string_view text) {
  std::vector<int> numbers;
  for (const auto group : split(text, ",")) {
    const auto ends = split(group, "-");
    const auto first = to_number<int>(ends.front());
    const auto last = to_number<int>(ends.back());
    if (!first || !last)
      return std::nullopt;
    for (auto number = *first; number <= *last; ++number)
      numbers.push_back(number);
  }
  if (std::set(numbers.begin(), numbers.end()).size() != numbers.size())
    return std::nullopt;
  return numbers;
}

std::optional<Topology> read_topology(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, Topology>, 5> names{
      {{"", Topology::flat},
       {"FLAT", Topology::flat},
       {"FAT_TREE", Topology::fat_tree},
       {"TORUS", Topology::torus},
       {"DRAGONFLY", Topology::dragonfly}}};
  const auto* const found =
      std::ranges::find(names, text, &std::pair<std::string_view, Topology>::first);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::vector<int>> read_parameters(std::string_view text) {
  std::vector<std::vector<int>> parameters;
  for (const auto part : split(text, ";")) {
    auto& numbers = parameters.emplace_back();
    for (const auto number : split(part, ","))
      numbers.push_back(to_number<int>(number).value_or(0)); // 0 is right for no topology
  }
  return parameters;
}

/// Each of the `numbers` is at most 16,384, as in a file that has been checked.
double product(const std::vector<int>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 1.0, std::multiplies<>());
}

bool is_fat_tree(const std::vector<std::vector<int>>& parameters, double hosts) {
  if (parameters.size() != 4 || parameters[0].size() != 1)
    return false;
  const auto has_all_levels = [levels = parameters[0][0]](const auto& part) {
    return static_cast<int>(part.size()) == levels;
  };
  return std::all_of(parameters.begin() + 1, parameters.end(), has_all_levels) &&
         product(parameters[1]) == hosts;
}

/// A host is connected with itself in a dimension of size 1. SimGrid refuses a second such link.
bool is_torus(const std::vector<std::vector<int>>& parameters, double hosts) {
  return parameters.size() == 1 && product(parameters[0]) == hosts &&
         std::ranges::count(parameters[0], 1) <= 1;
}

/// SimGrid connects group g to the others by the blades with their numbers. So there must not be
/// more groups than blades.
bool is_dragonfly(const std::vector<std::vector<int>>& parameters, double hosts) {
  if (parameters.size() != 4 || parameters[3].size() != 1)
    return false;
  const auto is_pair = [](const auto& part) { return part.size() == 2; };
  return std::all_of(parameters.begin(), parameters.begin() + 3, is_pair) &&
         parameters[0][0] <= parameters[2][0] &&
         product({parameters[0][0], parameters[1][0], parameters[2][0], parameters[3][0]}) == hosts;
}

bool has_right_parameters(const SoleCluster& cluster, std::string_view text) {
  const auto& parameters = cluster.parameters;
  const auto hosts = static_cast<double>(cluster.numbers.size());
  switch (cluster.topology) {
  case Topology::flat:
    return text.empty();
  case Topology::fat_tree:
    return is_fat_tree(parameters, hosts);
  case Topology::torus:
    return is_torus(parameters, hosts);
  case Topology::dragonfly:
    return is_dragonfly(parameters, hosts);
  }
  return false;
}

/// Returns the numbers of a kind of links, if the cluster has it. Returns true with them unless one
/// is missing or 0.
std::pair<std::optional<SoleCluster::LinkNumbers>, bool>
read_link(const pugi::xml_node& cluster, const char* bandwidth_name, const char* latency_name) {
  const std::string_view bandwidth_text = cluster.attribute(bandwidth_name).value();
  const std::string_view latency_text = cluster.attribute(latency_name).value();
  if (bandwidth_text.empty() && latency_text.empty())
    return {std::nullopt, true};
  const auto bandwidth = parse_quantity(bandwidth_text, quantities::bandwidth);
  const auto latency = latency_text.empty() ? std::optional(0.0)
                                            : parse_quantity(latency_text, quantities::time_span);
  if (!bandwidth || !latency)
    return {std::nullopt, false};
  return {SoleCluster::LinkNumbers{*bandwidth, *latency}, true};
}

/// Reads what a cluster has besides its hosts. Returns false for what the struct cannot express.
bool read_links(const pugi::xml_node& node, SoleCluster& cluster) {
  const auto [link, has_link] = read_link(node, "bw", "lat");
  const auto [backbone, has_backbone] = read_link(node, "bb_bw", "bb_lat");
  const auto [loopback, has_loopback] = read_link(node, "loopback_bw", "loopback_lat");
  const std::string_view sharing = node.attribute("sharing_policy").value();
  const std::string_view of_backbone = node.attribute("bb_sharing_policy").value();
  if (!link || !has_link || !has_backbone || !has_loopback || node.attribute("prefix").empty() ||
      node.attribute("suffix").empty() || node.attribute("lat").empty())
    return false;
  if (backbone && cluster.topology != Topology::flat)
    return false;
  cluster.link = *link;
  cluster.backbone = backbone;
  cluster.loopback = loopback;
  cluster.is_two_way = sharing.empty() || sharing == "SPLITDUPLEX"; // the document type's default
  cluster.shares_backbone = of_backbone.empty() || of_backbone == "SHARED";
  return cluster.is_two_way || sharing == "SHARED" || sharing == "FATPIPE";
}

/// Returns true if a zone may have the name of a host, which SimGrid refuses.
bool may_be_host(std::string_view zone, const SoleCluster& cluster) {
  const auto ends = cluster.prefix.size() + cluster.suffix.size();
  return zone.size() > ends && zone.starts_with(cluster.prefix) && zone.ends_with(cluster.suffix) &&
         std::ranges::all_of(zone.substr(cluster.prefix.size(), zone.size() - ends), is_digit);
}

/// Returns true if SimGrid refuses none of the names.
bool has_right_names(const SoleCluster& cluster, const std::vector<std::string>& zones) {
  return std::set(zones.begin(), zones.end()).size() == zones.size() &&
         std::ranges::none_of(zones, [&](const std::string& zone) {
           return zone.empty() || may_be_host(zone, cluster);
         });
}

} // namespace

std::optional<SoleCluster> find_sole_cluster(const pugi::xml_document& document) {
  std::vector<pugi::xml_node> around;
  std::vector<std::string> zones;
  auto node = only_part(document.child("platform"));
  for (; is_plain_zone(node); node = only_part(node)) {
    around.push_back(node);
    zones.emplace_back(node.attribute("id").value());
  }
  if (std::string_view(node.name()) != "cluster" || !only_part(node).empty() ||
      !has_only_known_attributes(node) || *node.attribute("router_id").value() != '\0')
    return std::nullopt;

  SoleCluster cluster;
  cluster.id = node.attribute("id").value();
  zones.push_back(cluster.id);
  cluster.platform = zones.front();
  cluster.prefix = node.attribute("prefix").value();
  cluster.suffix = node.attribute("suffix").value();
  const auto numbers = read_radical(node.attribute("radical").value());
  const auto speed = parse_quantity(node.attribute("speed").value(), quantities::speed);
  const auto topology = read_topology(node.attribute("topology").value());
  const auto cores = to_number<int>(node.attribute("core").as_string("1"));
  if (!numbers || !speed || !topology || !cores || !has_right_names(cluster, zones))
    return std::nullopt;
  cluster.numbers = *numbers;
  cluster.speed = *speed;
  cluster.cores = *cores;
  cluster.topology = *topology;
  const std::string_view parameters = node.attribute("topo_parameters").value();
  cluster.parameters = read_parameters(parameters);
  if (!has_right_parameters(cluster, parameters) || !read_links(node, cluster))
    return std::nullopt;
  add_properties(node, cluster.properties);
  if (const auto power = cluster.properties.find(power_property); power != cluster.properties.end())
    cluster.power = parse_host_power(power->second, 0, 1);
  std::ranges::reverse(around);
  for (const auto& zone : around)
    add_properties(zone, cluster.properties);
  return cluster;
}

} // namespace eldest
