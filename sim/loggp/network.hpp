#pragma once

#include "sim/platform.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
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
  /// Throws InputError for a platform that asks for another network model than CM02.
  Network(const Platform& platform, int processors);

  /// Seconds that a message of no bytes takes.
  [[nodiscard]] double latency(int from, int to);

  /// Seconds that a message takes that meets no other.
  [[nodiscard]] double unloaded_seconds(int from, int to, std::size_t bytes);

  /// A message that would arrive at `arrival` takes its place in the queues of its links: by how
  /// many seconds they hold it up. To be called in order of arrival.
  [[nodiscard]] double queue(int from, int to, std::size_t bytes, double arrival);

private:
  /// Some links in a row.
  struct Segment {
    double latency = 0;          ///< seconds
    double seconds_per_byte = 0; ///< of the slowest link
    std::uint32_t begin = 0;     ///< where its shared links begin in `queues_of_segments_`
    std::uint32_t end = 0;
  };

  /// A route: its first half and its second. Many routes have a half in common, few are the same.
  struct Path {
    static constexpr std::uint32_t unknown = UINT32_MAX;
    std::uint32_t first = unknown;
    std::uint32_t second = unknown;
  };

  struct Queue {
    double seconds_per_byte;
    double busy_until;
  };

  [[nodiscard]] const Path& path(int from, int to);
  [[nodiscard]] Path find_path(int from, int to);
  [[nodiscard]] std::uint32_t segment(const std::vector<std::uint32_t>& links, double latency);
  [[nodiscard]] double seconds_per_byte(const Path& path) const;

  const Platform& platform_;
  std::vector<std::vector<Path>> paths_; ///< by sender, empty until it sends, and receiver
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> queues_of_segments_; ///< links, all segments' one after another
  std::map<std::pair<std::vector<std::uint32_t>, double>, std::uint32_t>
      known_segments_;        ///< by their links and latency
  std::vector<Queue> queues_; ///< by link
};

} // namespace eldest
