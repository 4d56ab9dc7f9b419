#include "sim/machines/simulated/loggp/network.hpp"

#include "algorithms/huge_pages.hpp"
#include "sim/machines/simulated/simgrid_settings.hpp"
#include "trees/errors.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace eldest {

namespace {

/// The number of paths that each processor remembers, a power of 2.
std::size_t paths_each(std::size_t processors, std::size_t max_known_paths) {
  return std::min(std::bit_ceil(processors),
                  std::max(std::bit_floor(max_known_paths / processors), std::size_t{1}));
}

} // namespace

Network::Network(const Platform& platform, int processors, const std::vector<Failure>& failures,
                 std::size_t max_known_paths)
    : platform_(platform),
      known_each_(paths_each(static_cast<std::size_t>(processors), max_known_paths)),
      known_paths_(static_cast<std::size_t>(processors) * known_each_, huge_pages()),
      places_of_halves_(0, HashHalf{halves_}, EqualHalves{halves_}) {
  if (const auto refused = refused_by_loggp(platform.file()); !refused.empty())
    throw InputError(Subject::model, "loggp: " + refused);
  std::ranges::copy_if(failures, std::back_inserter(link_failures_), &Failure::is_link);
}

bool Network::is_cut(int from, double departure, int to, double arrival) const {
  const auto found = failures_of_paths_.find({from, to});
  return found != failures_of_paths_.end() &&
         std::ranges::any_of(found->second, [=](const Failure* failure) {
           return departure < failure->until && arrival >= failure->time;
         });
}

double Network::queue(Path path, double bytes, double arrival) {
  const double start = arrival - bytes * costs_[path.costs].seconds_per_byte;
  double delay = 0;
  for (const auto place : {path.first, path.second}) {
    for (const auto link : half(halves_, place)) {
      auto& queue = queues_[link];
      const double turn = std::max(start, queue.busy_until);
      delay = std::max(delay, turn - start);
      queue.busy_until = turn + bytes * queue.seconds_per_byte;
    }
  }
  return delay;
}

Network::Path Network::find_path(int from, int to) {
  auto [route, latency] = platform_.route(from, to);
  const auto& links = platform_.links();
  for (auto link = queues_.size(); link < links.size(); ++link)
    queues_.push_back({1 / links[link].bandwidth, 0});
  std::vector<const Failure*> failures;
  for (const auto& failure : link_failures_) {
    if (std::ranges::any_of(route, [&](auto link) { return links[link].name == failure.link; }))
      failures.push_back(&failure);
  }
  if (!failures.empty())
    failures_of_paths_.try_emplace({from, to}, std::move(failures));
  Costs costs{latency, 0};
  for (const auto link : route)
    costs.seconds_per_byte = std::max(costs.seconds_per_byte, queues_[link].seconds_per_byte);
  std::erase_if(route, [&](std::uint32_t link) { return !links[link].shared; });
  const std::span shared(route);
  const auto middle = shared.size() / 2;
  return {place_of_half(shared.first(middle)), place_of_half(shared.subspan(middle)),
          place_of_costs(costs)};
}

std::uint32_t Network::place_of_half(std::span<const std::uint32_t> links) {
  // Written down as if it were new, for the set to compare it with the others.
  const auto place = halves_.size();
  halves_.push_back(static_cast<std::uint32_t>(links.size()));
  halves_.insert(halves_.end(), links.begin(), links.end());
  const auto [known, is_new] = places_of_halves_.insert(static_cast<std::uint32_t>(place));
  if (!is_new)
    halves_.resize(place);
  return *known;
}

std::uint32_t Network::place_of_costs(const Costs& costs) {
  const auto [known, is_new] =
      places_of_costs_.try_emplace(costs, static_cast<std::uint32_t>(costs_.size()));
  if (is_new)
    costs_.push_back(costs);
  return known->second;
}

} // namespace eldest
