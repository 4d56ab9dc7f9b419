#pragma once

#include "sim/machines/simulated/failures.hpp"
#include "sim/machines/simulated/platform.hpp"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory_resource>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace eldest {

/// The routes and links of a platform, which say when messages arrive.
///
/// A message of w bytes that has the network to itself takes L + w/B: L is the latency of its route
/// and B the least bandwidth on it, as in SimGrid's model CM02. Every link that is shared carries
/// w/B_link seconds of it and is a queue: first come, first served, where a message comes to all
/// links of its route when it would if there were no others, and is held up by the longest queue of
/// them. So no link ever carries more than it can, however the messages are spread.
class Network {
public:
  /// What the routes to a host from all hosts on a switch have in common: all but the sender's own
  /// link. From a host without a switch it is the whole route. It has two halves: many routes have
  /// one in common, few are the same, and with thousands of processors there are millions.
  struct CommonPath {
    std::uint32_t first = 0;  ///< where the shared links of its first half are in `halves_`
    std::uint32_t second = 0; ///< the same of the second
    std::uint32_t costs = 0;  ///< of the whole route: place in `costs_`
  };
  /// A route.
  struct Path {
    CommonPath common;
    std::uint32_t own_link = no_link; ///< before that, if it is shared
  };

  /// Throws InputError for a platform with anything that `refused_by_loggp` names. Of `failures`
  /// those of links count; with them, each host has paths of its own. Remembers about
  /// `max_known_paths` paths, one at least from each switch and within each host, and asks the
  /// platform again for others, so that memory does not grow with the square of the processors.
  Network(const Platform& platform, int processors, const std::vector<Failure>& failures = {},
          std::size_t max_known_paths = default_max_known_paths);

  /// All of 4,096 hosts, or of 16,384 with 16 or more on each switch, in 256 MiB.
  static constexpr std::size_t default_max_known_paths = std::size_t{1} << 24U;

  /// The route from one processor to another one.
  [[nodiscard]] Path path(int from, int to) {
    const auto& sender = ends_[static_cast<std::size_t>(from)];
    const auto host = ends_[static_cast<std::size_t>(to)].host;
    auto& known = known_paths_[place(from, to)];
    if (known.to != host) [[unlikely]]
      known = {host, find_path(from, to)};
    return {known.path, host == sender.host ? no_link : sender.own_link};
  }
  /// Has a path ready that will be needed soon.
  void prefetch_path(int from, int to) const { __builtin_prefetch(&known_paths_[place(from, to)]); }

  /// Has the queues of a path's links ready.
  void prefetch_links(const Path& path) const;

  /// Seconds that a message of no bytes takes.
  [[nodiscard]] double latency(const Path& path) const { return costs_[path.common.costs].latency; }

  /// Seconds that a message takes which meets no other.
  [[nodiscard]] double unloaded_seconds(const Path& path, double bytes) const {
    const auto& costs = costs_[path.common.costs];
    return costs.latency + bytes * costs.seconds_per_byte;
  }

  /// A message that would arrive at `arrival` takes its place in the queues of its links: by how
  /// many seconds they hold it up. To be called in order of arrival.
  [[nodiscard]] double queue(const Path& path, double bytes, double arrival);

  /// Whether links fail.
  [[nodiscard]] bool fails() const { return !link_failures_.empty(); }
  /// Whether something is lost because a link of its route fails, or has failed, while it is on its
  /// way. The route must have been found.
  [[nodiscard]] bool is_cut(int from, double departure, int to, double arrival) const;

private:
  static constexpr auto no_link = std::numeric_limits<std::uint32_t>::max();

  /// Where a processor's messages leave and arrive.
  struct alignas(16) End {
    std::uint32_t host = 0;           ///< place among the platform's
    std::uint32_t paths = 0;          ///< where those of its switch begin in `known_paths_`
    std::uint32_t own_link = no_link; ///< shared, to a switch with other hosts
  };

  struct Costs {
    double latency;          ///< seconds
    double seconds_per_byte; ///< of the slowest link

    auto operator<=>(const Costs&) const = default;
  };

  struct Queue {
    double seconds_per_byte;
    double busy_until;
  };

  /// The links of the half at a place in `halves`.
  [[nodiscard]] static std::span<const std::uint32_t> half(const std::vector<std::uint32_t>& halves,
                                                           std::uint32_t place) {
    return {halves.data() + place + 1, halves[place]};
  }
  struct HashHalf {
    const std::vector<std::uint32_t>& halves;
    std::size_t operator()(std::uint32_t place) const {
      const auto links = half(halves, place);
      return boost::hash_range(links.begin(), links.end());
    }
  };
  struct EqualHalves {
    const std::vector<std::uint32_t>& halves;
    bool operator()(std::uint32_t left, std::uint32_t right) const {
      return std::ranges::equal(half(halves, left), half(halves, right));
    }
  };

  /// A path from some switch to a host, or from a host to itself.
  struct KnownPath {
    std::uint32_t to = no_host;
    CommonPath path;
  };
  static constexpr auto no_host = std::numeric_limits<std::uint32_t>::max();
  static_assert(sizeof(KnownPath) == 16, "no path is in two cache lines");

  /// Where a path from one processor to another is, if it is known: each switch remembers its paths
  /// to all hosts, or the latest to those of the same last digits of their places.
  [[nodiscard]] std::size_t place(int from, int to) const {
    const auto& sender = ends_[static_cast<std::size_t>(from)];
    const std::size_t host = ends_[static_cast<std::size_t>(to)].host;
    return host == sender.host ? paths_within_ + host : sender.paths + (host & (known_each_ - 1));
  }
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> hosts_of(int from, int to) const {
    return {ends_[static_cast<std::size_t>(from)].host, ends_[static_cast<std::size_t>(to)].host};
  }
  /// Finds out about the ends of paths; returns the number of the row of `known_paths_` that each
  /// is to have.
  [[nodiscard]] std::vector<std::uint32_t> find_ends();
  [[nodiscard]] std::uint32_t find_own_link(int rank);
  [[nodiscard]] Route find_route(int from, int to);
  [[nodiscard]] CommonPath find_path(int from, int to);
  [[nodiscard]] std::uint32_t place_of_half(std::span<const std::uint32_t> links);
  [[nodiscard]] std::uint32_t place_of_costs(const Costs& costs);

  const Platform& platform_;
  std::vector<End> ends_;                   ///< by rank
  std::size_t known_each_ = 0;              ///< a power of 2
  std::size_t paths_within_ = 0;            ///< where those within hosts begin
  std::pmr::vector<KnownPath> known_paths_; ///< by row, those of each by host; and within hosts
  std::vector<Costs> costs_;
  std::map<Costs, std::uint32_t> places_of_costs_;
  std::vector<std::uint32_t> halves_; ///< each the number of its links, and the links
  std::unordered_set<std::uint32_t, HashHalf, EqualHalves> places_of_halves_;
  std::vector<Queue> queues_; ///< by link
  std::vector<Failure> link_failures_;
  /// Those of the links of a route, by the hosts it is between, if there are any.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const Failure*>> failures_of_paths_;
};

} // namespace eldest
