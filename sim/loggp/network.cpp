#include "sim/loggp/network.hpp"

#include "trees/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace eldest {

Network::Network(const Platform& platform, int processors)
    : platform_(platform), paths_(static_cast<std::size_t>(processors)) {
  if (const auto model = platform.network_model(); model != "CM02")
    throw InputError(fmt::format("--model loggp: the platform's network/model is {}, but must be "
                                 "CM02",
                                 model));
}

double Network::latency(int from, int to) {
  const auto& route = path(from, to);
  return segments_[route.first].latency + segments_[route.second].latency;
}

double Network::unloaded_seconds(int from, int to, std::size_t bytes) {
  const auto& route = path(from, to);
  return segments_[route.first].latency + segments_[route.second].latency +
         static_cast<double>(bytes) * seconds_per_byte(route);
}

double Network::queue(int from, int to, std::size_t bytes, double arrival) {
  const auto& route = path(from, to);
  const auto size = static_cast<double>(bytes);
  const double start = arrival - size * seconds_per_byte(route);
  double delay = 0;
  for (const auto half : {route.first, route.second}) {
    const auto& segment = segments_[half];
    for (auto i = segment.begin; i < segment.end; ++i) {
      auto& queue = queues_[queues_of_segments_[i]];
      const double turn = std::max(start, queue.busy_until);
      delay = std::max(delay, turn - start);
      queue.busy_until = turn + size * queue.seconds_per_byte;
    }
  }
  return delay;
}

double Network::seconds_per_byte(const Path& path) const {
  return std::max(segments_[path.first].seconds_per_byte, segments_[path.second].seconds_per_byte);
}

const Network::Path& Network::path(int from, int to) {
  auto& paths = paths_[static_cast<std::size_t>(from)];
  if (paths.empty())
    paths.resize(paths_.size());
  auto& path = paths[static_cast<std::size_t>(to)];
  if (path.first == Path::unknown)
    path = find_path(from, to);
  return path;
}

Network::Path Network::find_path(int from, int to) {
  const auto route = platform_.route(from, to);
  for (auto link = queues_.size(); link < platform_.links().size(); ++link)
    queues_.push_back({1 / platform_.links()[link].bandwidth, 0});
  const auto middle = route.links.begin() + static_cast<std::ptrdiff_t>(route.links.size() / 2);
  const std::vector first(route.links.begin(), middle);
  const std::vector second(middle, route.links.end());
  const double latency_of_second =
      std::accumulate(second.begin(), second.end(), 0.0, [this](double sum, std::uint32_t link) {
        return sum + platform_.links()[link].latency;
      });
  return {segment(first, route.latency - latency_of_second), segment(second, latency_of_second)};
}

std::uint32_t Network::segment(const std::vector<std::uint32_t>& links, double latency) {
  const auto [known, is_new] =
      known_segments_.try_emplace({links, latency}, static_cast<std::uint32_t>(segments_.size()));
  if (is_new) {
    Segment segment{latency, 0, static_cast<std::uint32_t>(queues_of_segments_.size()), 0};
    for (const auto link : links) {
      segment.seconds_per_byte = std::max(segment.seconds_per_byte, queues_[link].seconds_per_byte);
      if (platform_.links()[link].shared)
        queues_of_segments_.push_back(link);
    }
    segment.end = static_cast<std::uint32_t>(queues_of_segments_.size());
    segments_.push_back(segment);
  }
  return known->second;
}

} // namespace eldest
