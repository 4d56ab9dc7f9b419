#pragma once

#include "sim/machines/simulated/failures.hpp"
#include "sim/machines/simulated/platform.hpp"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
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
  /// A route: its two halves, and what they cost together. Many routes have a half in common, few
  /// are the same, and with thousands of processors there are millions.
  struct Path {
    std::uint32_t first = 0;  ///< where the shared links of its first half are in `halves_`
    std::uint32_t second = 0; ///< the same of the second
    std::uint32_t costs = 0;  ///< place in `costs_`
  };

  /// Throws InputError for a platform with anything that `refused_by_loggp` names. Of `failures`
  /// those of links count. Remembers no more paths than `max_known_paths`, and asks the platform
  /// again for others, so that memory does not grow with the square of the processors.
  Network(const Platform& platform, int processors, const std::vector<Failure>& failures = {},
          std::size_t max_known_paths = default_max_known_paths);

  /// All of up to 4,096 processors, in 256 MiB.
  static constexpr std::size_t default_max_known_paths = std::size_t{1} << 24U;

  /// The route from one processor to another one.
  [[nodiscard]] Path path(int from, int to) {
    auto& known = known_paths_[place(from, to)];
    if (known.to != to) [[unlikely]]
      known = {to, find_path(from, to)};
    return known.path;
  }
  /// Has a path ready that will be needed soon.
  void prefetch_path(int from, int to) const { __builtin_prefetch(&known_paths_[place(from, to)]); }

  /// Seconds that a message of no bytes takes.
  [[nodiscard]] double latency(Path path) const { return costs_[path.costs].latency; }

  /// Seconds that a message takes which meets no other.
  [[nodiscard]] double unloaded_seconds(Path path, double bytes) const {
    const auto& costs = costs_[path.costs];
    return costs.latency + bytes * costs.seconds_per_byte;
  }

  /// A message that would arrive at `arrival` takes its place in the queues of its links: by how
  /// many seconds they hold it up. To be called in order of arrival.
  [[nodiscard]] double queue(Path path, double bytes, double arrival);

  /// Whether links fail.
  [[nodiscard]] bool fails() const { return !link_failures_.empty(); }
  /// Whether something is lost because a link of its route fails, or has failed, while it is on its
  /// way. The route must have been found.
  [[nodiscard]] bool is_cut(int from, double departure, int to, double arrival) const;

private:
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

  /// A path from some processor to a receiver.
  struct KnownPath {
    int to = -1; ///< none
    Path path;
  };
  static_assert(sizeof(KnownPath) == 16, "no path is in two cache lines");

  /// Where a path from one processor to another is, if it is known: each remembers its paths to all
  /// others, or the latest to those of the same last digits of their ranks.
  [[nodiscard]] std::size_t place(int from, int to) const {
    return static_cast<std::size_t>(from) * known_each_ +
           (static_cast<std::size_t>(to) & (known_each_ - 1));
  }
  [[nodiscard]] Path find_path(int from, int to);
  [[nodiscard]] std::uint32_t place_of_half(std::span<const std::uint32_t> links);
  [[nodiscard]] std::uint32_t place_of_costs(const Costs& costs);

  const Platform& platform_;
  std::size_t known_each_;                  ///< a power of 2
  std::pmr::vector<KnownPath> known_paths_; ///< by sender, those of each by receiver
  std::vector<Costs> costs_;
  std::map<Costs, std::uint32_t> places_of_costs_;
  std::vector<std::uint32_t> halves_; ///< each the number of its links, and the links
  std::unordered_set<std::uint32_t, HashHalf, EqualHalves> places_of_halves_;
  std::vector<Queue> queues_; ///< by link
  std::vector<Failure> link_failures_;
  /// Those of the links of a route, by sender and receiver, if there are any.
  std::map<std::pair<int, int>, std::vector<const Failure*>> failures_of_paths_;
};

} // namespace eldest
