#include "sim/loggp/network.hpp"

#include "trees/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {

Network::Network(const Platform& platform, int processors)
    : platform_(platform), paths_(static_cast<std::size_t>(processors)) {
  if (const auto model = platform.network_model(); model != "CM02")
    throw InputError(fmt::format("--model loggp: the platform's network/model is {}, but must be "
                                 "CM02",
                                 model));
}

double Network::queue(Path path, double bytes, double arrival) {
  const double start = arrival - bytes * costs_[path.costs].seconds_per_byte;
  double delay = 0;
  for (const auto half : {path.first, path.second}) {
    const std::uint32_t* const links = &halves_[half];
    for (std::uint32_t i = 1; i <= links[0]; ++i) {
      auto& queue = queues_[links[i]];
      const double turn = std::max(start, queue.busy_until);
      delay = std::max(delay, turn - start);
      queue.busy_until = turn + bytes * queue.seconds_per_byte;
    }
  }
  return delay;
}

Network::Path Network::find_path(int from, int to) {
  const auto route = platform_.route(from, to);
  const auto& links = platform_.links();
  for (auto link = queues_.size(); link < links.size(); ++link)
    queues_.push_back({1 / links[link].bandwidth, 0});
  double seconds_per_byte = 0;
  std::vector<std::uint32_t> shared;
  for (const auto link : route.links) {
    seconds_per_byte = std::max(seconds_per_byte, queues_[link].seconds_per_byte);
    if (links[link].shared)
      shared.push_back(link);
  }
  const std::span all(shared);
  const auto middle = all.size() / 2;
  return {half(all.first(middle)), half(all.subspan(middle)),
          costs(route.latency, seconds_per_byte)};
}

std::uint32_t Network::half(std::span<const std::uint32_t> links) {
  const auto [known, is_new] = known_halves_.try_emplace(
      std::vector(links.begin(), links.end()), static_cast<std::uint32_t>(halves_.size()));
  if (is_new) {
    halves_.push_back(static_cast<std::uint32_t>(links.size()));
    halves_.insert(halves_.end(), links.begin(), links.end());
  }
  return known->second;
}

std::uint32_t Network::costs(double latency, double seconds_per_byte) {
  const auto [known, is_new] = known_costs_.try_emplace({latency, seconds_per_byte},
                                                        static_cast<std::uint32_t>(costs_.size()));
  if (is_new)
    costs_.push_back({latency, seconds_per_byte});
  return known->second;
}

} // namespace eldest
