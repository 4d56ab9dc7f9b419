#pragma once

#include "sim/platform_files/host_power.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pugi {
class xml_document;
}

namespace eldest {

/// A `<cluster>` that has all hosts and links of its platform.
struct SoleCluster {
  enum class Topology : std::uint8_t { flat, fat_tree, torus, dragonfly };
  struct LinkNumbers {
    double bandwidth = 0; ///< bytes a second
    double latency = 0;   ///< seconds
  };

  std::string platform; ///< name of the outermost zone, which may be the cluster itself
  std::string id;
  std::string prefix;       ///< of the hosts' names, before their numbers
  std::string suffix;       ///< of the same, after the numbers
  std::vector<int> numbers; ///< of the hosts, in the order of the radical
  double speed = 0;         ///< of a core, in units of work a second
  int cores = 1;            ///< of a host
  LinkNumbers link;
  bool is_two_way = false; ///< true if links have a bandwidth for each direction (SPLITDUPLEX)
  std::optional<LinkNumbers> backbone{}; ///< of a flat cluster
  bool shares_backbone = true;           ///< false if the backbone is a FATPIPE
  std::optional<LinkNumbers> loopback{}; ///< of each host
  Topology topology = Topology::flat;
  /// The numbers of `topo_parameters`, separated by ";" and then by ",".
  std::vector<std::vector<int>> parameters{};
  std::optional<HostPower> power{}; ///< of a host, if the cluster gives it
  /// The properties of its hosts. A zone around the cluster gives those that the cluster lacks.
  std::map<std::string, std::string> properties{};
};

/// Returns the cluster of a platform that has nothing else, except zones around it and properties.
/// Returns nothing for any other platform. Also returns nothing for settings, limiter links, hosts
/// of several speeds, and names that SimGrid may refuse. Call this for a platform that has been
/// checked.
[[nodiscard]] std::optional<SoleCluster> find_sole_cluster(const pugi::xml_document& document);

} // namespace eldest
