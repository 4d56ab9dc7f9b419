#include "sim/machines/simulated/cluster_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

namespace eldest {
namespace {

/// Each host is connected to a switch. If the cluster has a backbone, all routes cross it.
class Flat final : public ClusterTopology {
public:
  explicit Flat(const SoleCluster& cluster) : ClusterTopology(cluster) {
    for (const auto number : cluster.numbers)
      add_connection(fmt::format("{}_link_{}", cluster.id, number));
    if (cluster.backbone)
      backbone_ = add_link(cluster.id + "_backbone", *cluster.backbone, cluster.shares_backbone);
  }

private:
  void find_links(int from, int to, std::vector<std::uint32_t>& found) const override {
    found.push_back(up(from));
    if (backbone_)
      found.push_back(*backbone_);
    found.push_back(down(to));
  }

  std::optional<std::uint32_t> backbone_;
};

/// A fat tree of switches above the hosts. Level 0 is that of the hosts. A node on level l has
/// `parents_[l]` parents, and a node on level l + 1 has `children_[l]` children. Each pair is
/// connected by `cables_[l]` connections.
///
/// A node is named by a label of one digit for each level (Öhring et al. 1995). The digit of level
/// l is the node's number among the children of a parent, if the node is on level l or below, or
/// else among the parents of a child. Digit 0 is the least of the node's position on its level.
class FatTree final : public ClusterTopology {
public:
  explicit FatTree(const SoleCluster& cluster)
      : ClusterTopology(cluster),
        children_(cluster.parameters[1]),
        parents_(cluster.parameters[2]),
        cables_(cluster.parameters[3]),
        hosts_(static_cast<int>(cluster.numbers.size())) {
    int connections = 0;
    int switches_below = -hosts_; // among the switches, of which a level's first is the next
    for (std::size_t level = 0; level < levels(); ++level) {
      first_of_level_.push_back(connections);
      const int nodes = nodes_on(level);
      for (int child = 0; child < nodes; ++child)
        connections = connect(level, child, switches_below, connections);
      switches_below += nodes;
    }
  }

private:
  using Label = std::vector<int>;

  [[nodiscard]] std::size_t levels() const { return children_.size(); }
  /// The number of values of a digit in the labels of a level.
  [[nodiscard]] int base(std::size_t level, std::size_t digit) const {
    return digit < level ? parents_[digit] : children_[digit];
  }
  [[nodiscard]] int nodes_on(std::size_t level) const {
    int nodes = 1;
    for (std::size_t digit = 0; digit < levels(); ++digit)
      nodes *= base(level, digit);
    return nodes;
  }
  [[nodiscard]] Label label_of(std::size_t level, int position) const {
    Label label;
    for (std::size_t digit = 0; digit < levels(); ++digit) {
      label.push_back(position % base(level, digit));
      position /= base(level, digit);
    }
    return label;
  }
  [[nodiscard]] int position_of(std::size_t level, const Label& label) const {
    int position = 0;
    for (auto digit = levels(); digit-- > 0;)
      position = position * base(level, digit) + label[digit];
    return position;
  }

  /// Adds the connections of a node on `level` with its parents. `switches_below`: number of
  /// switches below the level, or less than 0 for hosts. Returns the number of connections so far.
  int connect(std::size_t level, int child, int switches_below, int connections) {
    const auto id = [this](int node) { return node < 0 ? node + hosts_ : 2 * hosts_ - 1 - node; };
    const int first_parent = switches_below + nodes_on(level);
    auto label = label_of(level, child);
    for (label[level] = 0; label[level] < parents_[level]; ++label[level]) {
      const int parent = first_parent + position_of(level + 1, label);
      for (int cable = 0; cable < cables_[level]; ++cable)
        add_connection(fmt::format("link_from_{}_{}_{}", id(switches_below + child), id(parent),
                                   connections++));
    }
    return connections;
  }

  /// The connection of a node on `level` with one of its parents.
  [[nodiscard]] int connection(std::size_t level, const Label& child, int parent, int cable) const {
    return first_of_level_[level] +
           (position_of(level, child) * parents_[level] + parent) * cables_[level] + cable;
  }

  void find_links(int from, int to, std::vector<std::uint32_t>& found) const override {
    auto node = label_of(0, from);
    const auto target = label_of(0, to);
    std::size_t level = 0;
    int rest = to; // d-mod-k routing: the target chooses the way up
    const auto is_above_target = [&] {
      return level > 0 && std::equal(node.begin() + static_cast<std::ptrdiff_t>(level), node.end(),
                                     target.begin() + static_cast<std::ptrdiff_t>(level));
    };
    while (!is_above_target()) {
      const int way = rest % (parents_[level] * cables_[level]);
      const int parent = way % parents_[level];
      found.push_back(up(connection(level, node, parent, way / parents_[level])));
      rest /= parents_[level];
      node[level++] = parent;
    }
    while (level > 0)
      descend(from, target, node, level, found);
  }

  /// Goes down from a node to the target, or to another node above it. The source chooses the first
  /// cable. SimGrid goes on counting a node's ports where it stopped on the level above, and begins
  /// again when they are used up.
  void descend(int from, const Label& target, Label& node, std::size_t& level,
               std::vector<std::uint32_t>& found) const {
    for (int port = from % cables_[level - 1] * children_[level - 1];
         level > 0 && port < children_[level - 1] * cables_[level - 1]; ++port) {
      const auto below = level - 1;
      if (port % children_[below] != target[below])
        continue;
      const int parent = std::exchange(node[below], target[below]);
      found.push_back(down(connection(below, node, parent, port / children_[below])));
      level = below;
    }
  }

  std::vector<int> children_;
  std::vector<int> parents_;
  std::vector<int> cables_;
  int hosts_;
  std::vector<int> first_of_level_; ///< the first connection from each level up
};

/// A torus, in which each host has a connection to the next one of every dimension.
class Torus final : public ClusterTopology {
public:
  explicit Torus(const SoleCluster& cluster)
      : ClusterTopology(cluster), sizes_(cluster.parameters[0]) {
    const auto hosts = static_cast<int>(cluster.numbers.size());
    for (int host = 0; host < hosts; ++host) {
      int stride = 1;
      for (const int size : sizes_) {
        add_connection(
            fmt::format("{}_link_from_{}_to_{}", cluster.id, host, next(host, stride, size)));
        stride *= size;
      }
    }
  }

private:
  [[nodiscard]] static int next(int host, int stride, int size) {
    return host / stride % size == size - 1 ? host - (size - 1) * stride : host + stride;
  }
  [[nodiscard]] static int previous(int host, int stride, int size) {
    return host / stride % size == 0 ? host + (size - 1) * stride : host - stride;
  }
  /// Returns true if a route goes to the next host of a dimension, and not to the previous one.
  [[nodiscard]] static bool goes_up(int from, int to, int size) {
    const int half = size / 2;
    return (to > from && to <= from + half) || (from > half && (from + half) % size >= to);
  }

  /// Goes along one dimension after the other.
  void find_links(int from, int to, std::vector<std::uint32_t>& found) const override {
    const auto dimensions = static_cast<int>(sizes_.size());
    int stride = 1;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
      const int size = sizes_[static_cast<std::size_t>(dimension)];
      const int goal = to / stride % size;
      const bool is_up = goes_up(from / stride % size, goal, size);
      while (from / stride % size != goal) {
        const int other = is_up ? next(from, stride, size) : previous(from, stride, size);
        found.push_back(is_up ? up(from * dimensions + dimension)
                              : down(other * dimensions + dimension));
        from = other;
      }
      stride *= size;
    }
  }

  std::vector<int> sizes_;
};

/// A dragonfly: groups of chassis of blades of hosts. The blades of a chassis are connected with
/// one another (green), and so are the blades of the same number in the chassis of a group (black).
/// Groups are connected by blades in their first chassis (blue).
class Dragonfly final : public ClusterTopology {
public:
  explicit Dragonfly(const SoleCluster& cluster)
      : ClusterTopology(cluster),
        groups_(cluster.parameters[0][0]),
        chassis_(cluster.parameters[1][0]),
        blades_(cluster.parameters[2][0]),
        hosts_(cluster.parameters[3][0]),
        first_green_(groups_ * chassis_ * blades_ * hosts_),
        first_black_(first_green_ + groups_ * chassis_ * pairs(blades_)),
        first_blue_(first_black_ + groups_ * pairs(chassis_) * blades_) {
    connect_hosts();
    connect_blades(cluster.parameters[2][1]);
    connect_chassis(cluster.parameters[1][1]);
    connect_groups(cluster.parameters[0][1]);
  }

private:
  struct Router {
    int group;
    int chassis;
    int blade;

    bool operator==(const Router&) const = default;
  };

  void add(const std::string& name, int parallel) {
    add_connection(fmt::format("{}_{}", name, connections_++), parallel);
  }

  void connect_hosts() {
    for (int router = 0; router < groups_ * chassis_ * blades_; ++router) {
      for (int host = 0; host < hosts_; ++host)
        add(fmt::format("local_link_from_router_{}_to_node_{}", router, host), 1);
    }
  }
  void connect_blades(int parallel) {
    for (int chassis = 0; chassis < groups_ * chassis_; ++chassis) {
      for (int blade = 0; blade < blades_; ++blade) {
        for (int other = blade + 1; other < blades_; ++other)
          add(fmt::format("green_link_in_chassis_{}_between_routers_{}_and_{}", chassis % chassis_,
                          blade, other),
              parallel);
      }
    }
  }
  void connect_chassis(int parallel) {
    for (int group = 0; group < groups_; ++group) {
      for (int chassis = 0; chassis < chassis_; ++chassis) {
        for (int other = chassis + 1; other < chassis_; ++other) {
          for (int blade = 0; blade < blades_; ++blade)
            add(fmt::format("black_link_in_group_{}_between_chassis_{}_and_{}_blade_{}", group,
                            chassis, other, blade),
                parallel);
        }
      }
    }
  }
  void connect_groups(int parallel) {
    const int routers = chassis_ * blades_;
    for (int group = 0; group < groups_; ++group) {
      for (int other = group + 1; other < groups_; ++other)
        add(fmt::format("blue_link_between_group_{}_and_{}_routers_{}_and_{}", group, other,
                        group * routers + other, other * routers + group),
            parallel);
    }
  }

  /// The number of the pair of `one` and `other`, of which `one` is less, among all pairs of
  /// `count` things.
  [[nodiscard]] static int pair(int one, int other, int count) {
    return one * count - one * (one + 1) / 2 + other - one - 1;
  }
  [[nodiscard]] static int pairs(int count) { return count * (count - 1) / 2; }
  /// The link of a connection from the router with number `from` to that with `to`.
  [[nodiscard]] std::uint32_t directed(int connection, int from, int to) const {
    return from < to ? up(connection) : down(connection);
  }

  [[nodiscard]] std::uint32_t green(const Router& router, int blade) const {
    const auto [least, most] = std::minmax(router.blade, blade);
    const int chassis = router.group * chassis_ + router.chassis;
    return directed(first_green_ + chassis * pairs(blades_) + pair(least, most, blades_),
                    router.blade, blade);
  }
  [[nodiscard]] std::uint32_t black(const Router& router, int chassis) const {
    const auto [least, most] = std::minmax(router.chassis, chassis);
    const int both = router.group * pairs(chassis_) + pair(least, most, chassis_);
    return directed(first_black_ + both * blades_ + router.blade, router.chassis, chassis);
  }
  [[nodiscard]] std::uint32_t blue(int from, int to) const {
    const auto [least, most] = std::minmax(from, to);
    return directed(first_blue_ + pair(least, most, groups_), from, to);
  }

  [[nodiscard]] Router router_of(int host) const {
    const int blade = host / hosts_;
    return {blade / (chassis_ * blades_), blade / blades_ % chassis_, blade % blades_};
  }

  /// Takes the shortest way, except that a route between blades of a chassis other than the first
  /// goes through the first, as in SimGrid.
  void find_links(int from, int to, std::vector<std::uint32_t>& found) const override {
    auto router = router_of(from);
    const auto target = router_of(to);
    found.push_back(up(from));
    if (router != target) {
      if (router.group != target.group)
        go_to_group(router, target.group, found);
      if (router.blade != target.blade) {
        found.push_back(green(router, target.blade));
        router = {target.group, 0, target.blade};
      }
      if (router.chassis != target.chassis)
        found.push_back(black(router, target.chassis));
    }
    found.push_back(down(to));
  }

  void go_to_group(Router& router, int group, std::vector<std::uint32_t>& found) const {
    if (router.blade != group) {
      found.push_back(green(router, group));
      router.blade = group;
    }
    if (router.chassis != 0)
      found.push_back(black(router, 0));
    found.push_back(blue(router.group, group));
    router = {group, 0, router.group};
  }

  int groups_;
  int chassis_;     ///< of a group
  int blades_;      ///< of a chassis
  int hosts_;       ///< of a blade
  int first_green_; ///< the first connection between blades
  int first_black_; ///< the first between chassis
  int first_blue_;  ///< the first between groups
  int connections_ = 0;
};

} // namespace

ClusterTopology::ClusterTopology(const SoleCluster& cluster)
    : numbers_(cluster.link), directions_(cluster.is_two_way ? 2 : 1) {}

std::uint32_t ClusterTopology::add_link(std::string name, const SoleCluster::LinkNumbers& numbers,
                                        bool shared) {
  links_.push_back({std::move(name), numbers.bandwidth, shared});
  latencies_.push_back(numbers.latency);
  return static_cast<std::uint32_t>(links_.size() - 1);
}

void ClusterTopology::add_connection(const std::string& name, int parallel) {
  const SoleCluster::LinkNumbers numbers{numbers_.bandwidth * parallel, numbers_.latency};
  if (directions_ == 1) {
    add_link(name, numbers, true);
    return;
  }
  add_link(name + "_UP", numbers, true);
  add_link(name + "_DOWN", numbers, true);
}

void ClusterTopology::add_loopbacks(const SoleCluster& cluster) {
  first_loopback_ = static_cast<std::uint32_t>(links_.size());
  for (const auto number : cluster.numbers)
    add_link(fmt::format("{}_link_{}_loopback", cluster.id, number), *cluster.loopback, false);
}

Route ClusterTopology::route(int from, int to) const {
  Route route;
  if (from == to)
    route.links.push_back(first_loopback_ + static_cast<std::uint32_t>(from));
  else
    find_links(from, to, route.links);
  for (const auto link : route.links)
    route.latency += latency(link);
  return route;
}

namespace {

std::unique_ptr<ClusterTopology> make_without_loopbacks(const SoleCluster& cluster) {
  switch (cluster.topology) {
  case SoleCluster::Topology::flat:
    return std::make_unique<Flat>(cluster);
  case SoleCluster::Topology::fat_tree:
    return std::make_unique<FatTree>(cluster);
  case SoleCluster::Topology::torus:
    return std::make_unique<Torus>(cluster);
  case SoleCluster::Topology::dragonfly:
    return std::make_unique<Dragonfly>(cluster);
  }
  throw std::logic_error("a cluster of no topology");
}

} // namespace

std::unique_ptr<ClusterTopology> make_cluster_topology(const SoleCluster& cluster) {
  auto topology = make_without_loopbacks(cluster);
  if (cluster.loopback)
    topology->add_loopbacks(cluster);
  return topology;
}

} // namespace eldest
