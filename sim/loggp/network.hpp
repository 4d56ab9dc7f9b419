#pragma once

#include "sim/platform.hpp"

#include <boost/container_hash/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eldest {

/// When messages arrive, by the routes and links of a platform.
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
    static constexpr std::uint32_t unknown = UINT32_MAX;
    std::uint32_t first = unknown;  ///< where the shared links of its first half are in `halves_`
    std::uint32_t second = unknown; ///< the same of the second
    std::uint32_t costs = 0;        ///< place in `costs_`
  };

  /// Throws InputError for a platform that asks for another network model than CM02.
  Network(const Platform& platform, int processors);

  /// The route from one processor to another one.
  [[nodiscard]] Path path(int from, int to) {
    auto& paths = paths_[static_cast<std::size_t>(from)];
    if (paths.empty()) [[unlikely]]
      paths.resize(paths_.size());
    auto& path = paths[static_cast<std::size_t>(to)];
    if (path.first == Path::unknown) [[unlikely]]
      path = find_path(from, to);
    return path;
  }
  /// It will be needed soon.
  void prefetch_path(int from, int to) const {
    const auto& paths = paths_[static_cast<std::size_t>(from)];
    __builtin_prefetch(paths.data() + to);
  }

  /// Seconds that a message of no bytes takes.
  [[nodiscard]] double latency(Path path) const { return costs_[path.costs].latency; }

  /// Seconds that a message takes that meets no other.
  [[nodiscard]] double unloaded_seconds(Path path, double bytes) const {
    const auto& costs = costs_[path.costs];
    return costs.latency + bytes * costs.seconds_per_byte;
  }

  /// A message that would arrive at `arrival` takes its place in the queues of its links: by how
  /// many seconds they hold it up. To be called in order of arrival.
  [[nodiscard]] double queue(Path path, double bytes, double arrival);

private:
  struct Costs {
    double latency;          ///< seconds
    double seconds_per_byte; ///< of the slowest link
  };

  struct Queue {
    double seconds_per_byte;
    double busy_until;
  };

  [[nodiscard]] Path find_path(int from, int to);
  [[nodiscard]] std::uint32_t half(std::span<const std::uint32_t> links);
  [[nodiscard]] std::uint32_t costs(double latency, double seconds_per_byte);

  const Platform& platform_;
  std::vector<std::vector<Path>> paths_; ///< by sender, empty until it sends, and receiver
  std::vector<Costs> costs_;
  std::map<std::pair<double, double>, std::uint32_t> known_costs_;
  std::vector<std::uint32_t> halves_; ///< each the number of its links, and the links
  /// By their links.
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t,
                     boost::hash<std::vector<std::uint32_t>>>
      known_halves_;
  std::vector<Queue> queues_; ///< by link
};

} // namespace eldest
