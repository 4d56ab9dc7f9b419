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

/// The routes and links of a platform, which determine when messages arrive.
///
/// A message of w bytes that has the network to itself takes L + w/B seconds, as in SimGrid's model
/// CM02. L is the latency of its route, and B the least bandwidth on the route.
///
/// Every shared link carries the message for w/B_link seconds, and is a queue: first come, first
/// served. A message joins the queues of all links of its route at one time. This is when its first
/// byte would arrive if there were no other messages. The longest of the queues holds it up. No
/// link therefore ever carries more than it can, however the messages are spread. Messages join in
/// the order in which their first packets would arrive.
class Network {
public:
  /// The part that the routes to a host from all hosts on a switch have in common: all links except
  /// the sender's own. From a host without a switch, it is the whole route. It is kept in two
  /// halves. Many routes have a half in common, but few are the same. With thousands of processors
  /// there are millions of routes.
  struct CommonPath {
    std::uint32_t first = 0;  ///< index in `halves_` of the shared links of its first half
    std::uint32_t second = 0; ///< index in `halves_` of the second
    std::uint32_t costs = 0;  ///< index in `costs_`, of the whole route
  };
  /// The route from one processor to another.
  struct Path {
    CommonPath common;
    std::uint32_t own_link = no_link; ///< the sender's own link, before `common`, or `no_link`
  };

  /// Throws InputError for a platform with anything that `refused_by_loggp` names. Only the
  /// failures of links count. If there are such failures, each host has paths of its own.
  ///
  /// Remembers about `max_known_paths` paths, and at least one from each switch and within each
  /// host. Asks the platform again for other paths, so that memory does not grow with the square of
  /// the processors.
  Network(const Platform& platform, int processors, const std::vector<Failure>& failures = {},
          std::size_t max_known_paths = default_max_known_paths);

  /// Enough for all paths of 4,096 hosts, or of 16,384 with 16 or more on each switch. These take
  /// 256 MiB.
  static constexpr std::size_t default_max_known_paths = std::size_t{1} << 24U;

  /// The route from one processor to another.
  [[nodiscard]] Path path(int from, int to) {
    const auto& sender = ends_[static_cast<std::size_t>(from)];
    const auto host = ends_[static_cast<std::size_t>(to)].host;
    auto& known = known_paths_[place(from, to)];
    if (known.to != host) [[unlikely]]
      known = {host, find_path(from, to)};
    return {known.path, host == sender.host ? no_link : sender.own_link};
  }
  /// Prefetches a path that will be needed soon.
  void prefetch_path(int from, int to) const { __builtin_prefetch(&known_paths_[place(from, to)]); }

  /// Prefetches the queues of a path's links.
  void prefetch_links(const Path& path) const;

  /// Seconds that a message of 0 bytes takes.
  [[nodiscard]] double latency(const Path& path) const { return costs_[path.common.costs].latency; }

  /// Seconds that a message of `bytes` bytes takes if it meets no other message.
  [[nodiscard]] double unloaded_seconds(const Path& path, double bytes) const {
    return latency(path) + transmission(path, bytes);
  }
  /// Seconds between the first and the last of `bytes` bytes on the slowest link of a path.
  [[nodiscard]] double transmission(const Path& path, double bytes) const {
    return bytes * costs_[path.common.costs].seconds_per_byte;
  }

  /// The way of a message through queues, in seconds since the arrival of its first byte if there
  /// were no other messages.
  struct Passage {
    double delay = 0; ///< the longest wait in one of the queues
    double end = 0;   ///< until the queues have carried the whole message
  };

  /// Adds a message whose first byte would arrive at `start` to the queues of its path's links.
  [[nodiscard]] Passage queue(const Path& path, double bytes, double start);

  /// Returns true if links fail.
  [[nodiscard]] bool fails() const { return !link_failures_.empty(); }
  /// Returns true if a message is lost because a link of its route fails, or has failed, while the
  /// message is in flight. `path(from, to)` must have been called before.
  [[nodiscard]] bool is_cut(int from, double departure, int to, double arrival) const;

private:
  static constexpr auto no_link = std::numeric_limits<std::uint32_t>::max();

  /// The place where a processor's messages leave and arrive.
  struct alignas(16) End {
    std::uint32_t host = 0;  ///< index among the platform's hosts that are used
    std::uint32_t paths = 0; ///< index in `known_paths_` of the first path from its switch
    /// The host's link to a switch with other hosts. `no_link` without such a switch, or if
    /// messages do not share the link's bandwidth.
    std::uint32_t own_link = no_link;
  };

  struct Costs {
    double latency;               ///< seconds
    double seconds_per_byte;      ///< of the slowest link, times the crossings of it
    std::ptrdiff_t crossings = 1; ///< greatest number of times that the route crosses a shared link

    auto operator<=>(const Costs&) const = default;
  };

  struct Queue {
    double seconds_per_byte;
    double busy_until;
  };

  /// The links of the half at index `place` of `halves`.
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

  /// A path from a switch to a host, or from a host to itself.
  struct KnownPath {
    std::uint32_t to = no_host;
    CommonPath path;
  };
  static constexpr auto no_host = std::numeric_limits<std::uint32_t>::max();
  static_assert(sizeof(KnownPath) == 16, "no path is in two cache lines");

  /// The index in `known_paths_` of the path from one processor to another, if the path is known.
  /// Each switch remembers its paths to all hosts. If there are too many, it remembers only the
  /// latest path to one of the hosts whose indices have the same last bits.
  [[nodiscard]] std::size_t place(int from, int to) const {
    const auto& sender = ends_[static_cast<std::size_t>(from)];
    const std::size_t host = ends_[static_cast<std::size_t>(to)].host;
    return host == sender.host ? paths_within_ + host : sender.paths + (host & (known_each_ - 1));
  }
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> hosts_of(int from, int to) const {
    return {ends_[static_cast<std::size_t>(from)].host, ends_[static_cast<std::size_t>(to)].host};
  }
  /// Finds the ends of paths. Returns, by rank, the number of each end's row of `known_paths_`.
  [[nodiscard]] std::vector<std::uint32_t> find_ends();
  [[nodiscard]] std::uint32_t find_own_link(int rank);
  [[nodiscard]] Route find_route(int from, int to);
  [[nodiscard]] CommonPath find_path(int from, int to);
  /// Like `queue`, for a path that crosses a link more than once. A message does not wait for
  /// itself. `start`: arrival of its first byte if there are no other messages, in seconds.
  [[nodiscard]] Passage queue_on_repeated(const Path& path, double bytes, double start);
  [[nodiscard]] std::uint32_t place_of_half(std::span<const std::uint32_t> links);
  [[nodiscard]] std::uint32_t place_of_costs(const Costs& costs);

  const Platform& platform_;
  std::vector<End> ends_;        ///< by rank
  std::size_t known_each_ = 0;   ///< paths that each switch remembers, a power of 2
  std::size_t paths_within_ = 0; ///< index in `known_paths_` of the first path within a host
  /// A row for each switch, by host of the receiver; then the paths within hosts.
  std::pmr::vector<KnownPath> known_paths_;
  std::vector<Costs> costs_;
  std::map<Costs, std::uint32_t> places_of_costs_;
  std::vector<std::uint32_t> halves_; ///< each is the number of its links, and then the links
  std::unordered_set<std::uint32_t, HashHalf, EqualHalves> places_of_halves_;
  std::vector<Queue> queues_; ///< by link
  std::vector<Failure> link_failures_;
  /// Failures of the links of a route, by its two hosts; only for routes with failures.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const Failure*>> failures_of_paths_;
};

} // namespace eldest
