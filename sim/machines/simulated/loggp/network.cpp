#include "sim/machines/simulated/loggp/network.hpp"

#include "sim/platform_files/simgrid_settings.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/huge_pages.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace eldest {

namespace {

/// The number of paths that each switch remembers, a power of 2.
std::size_t paths_each(std::size_t switches, std::size_t hosts, std::size_t max_known_paths) {
  return std::min(std::bit_ceil(hosts),
                  std::max(std::bit_floor(max_known_paths / switches), std::size_t{1}));
}

} // namespace

Network::Network(const Platform& platform, int processors, const std::vector<Failure>& failures,
                 std::size_t max_known_paths)
    : platform_(platform),
      ends_(static_cast<std::size_t>(processors)),
      known_paths_(huge_pages()),
      places_of_halves_(0, HashHalf{halves_}, EqualHalves{halves_}) {
  if (const auto refused = refused_by_loggp(platform.file()); !refused.empty())
    throw InputError(Subject::model, "loggp: " + refused);
  std::ranges::copy_if(failures, std::back_inserter(link_failures_), &Failure::is_link);
  const auto rows = find_ends();
  const auto hosts = std::size_t{std::ranges::max(ends_, {}, &End::host).host} + 1;
  const auto switches = std::size_t{std::ranges::max(rows)} + 1;
  known_each_ = paths_each(switches, hosts, max_known_paths);
  paths_within_ = switches * known_each_;
  for (std::size_t rank = 0; rank < ends_.size(); ++rank)
    ends_[rank].paths = static_cast<std::uint32_t>(rows[rank] * known_each_);
  known_paths_.resize(paths_within_ + hosts);
}

std::vector<std::uint32_t> Network::find_ends() {
  for (int rank = 0; auto& end : ends_)
    end.host = static_cast<std::uint32_t>(platform_.host_of(rank++));
  auto switches = platform_.switches_of_hosts();
  if (fails()) // failures of a route are found with the route, and kept by its hosts
    std::iota(switches.begin(), switches.end(), std::size_t{0});
  std::vector<int> hosts_on(switches.size());
  for (const auto number : switches)
    ++hosts_on[number];
  std::vector<std::uint32_t> rows;
  std::unordered_map<std::size_t, std::uint32_t> rows_of_switches;
  std::unordered_map<std::uint32_t, std::uint32_t> own_links; // by host
  for (int rank = 0; auto& end : ends_) {
    const auto number = switches[end.host];
    const auto row = static_cast<std::uint32_t>(rows_of_switches.size());
    rows.push_back(rows_of_switches.try_emplace(number, row).first->second);
    if (hosts_on[number] > 1) {
      if (!own_links.contains(end.host))
        own_links.emplace(end.host, find_own_link(rank));
      end.own_link = own_links.at(end.host);
    }
    ++rank;
  }
  return rows;
}

std::uint32_t Network::find_own_link(int rank) {
  const auto own_host = ends_[static_cast<std::size_t>(rank)].host;
  const auto other =
      std::ranges::find_if(ends_, [own_host](const End& end) { return end.host != own_host; });
  if (other == ends_.end())
    return no_link;
  const auto link = find_route(rank, static_cast<int>(other - ends_.begin())).links.front();
  return platform_.links()[link].shared ? link : no_link;
}

bool Network::is_cut(int from, double departure, int to, double arrival) const {
  const auto found = failures_of_paths_.find(hosts_of(from, to));
  return found != failures_of_paths_.end() &&
         std::ranges::any_of(found->second, [=](const Failure* failure) {
           return departure < failure->until && arrival >= failure->time;
         });
}

void Network::prefetch_links(const Path& path) const {
  const auto prefetch = [this](std::uint32_t link) { __builtin_prefetch(&queues_[link], 1); };
  if (path.own_link != no_link)
    prefetch(path.own_link);
  std::ranges::for_each(half(halves_, path.common.first), prefetch);
  std::ranges::for_each(half(halves_, path.common.second), prefetch);
}

Network::Passage Network::queue(const Path& path, double bytes, double start) {
  if (costs_[path.common.costs].crossings > 1) [[unlikely]]
    return queue_on_repeated(path, bytes, start);
  Passage passage;
  const auto join = [&](std::uint32_t link) {
    auto& queue = queues_[link];
    const double turn = std::max(start, queue.busy_until);
    passage.delay = std::max(passage.delay, turn - start);
    queue.busy_until = turn + bytes * queue.seconds_per_byte;
    passage.end = std::max(passage.end, queue.busy_until - start);
  };
  if (path.own_link != no_link)
    join(path.own_link);
  std::ranges::for_each(half(halves_, path.common.first), join);
  std::ranges::for_each(half(halves_, path.common.second), join);
  return passage;
}

Network::Passage Network::queue_on_repeated(const Path& path, double bytes, double start) {
  std::vector<std::uint32_t> crossed;
  if (path.own_link != no_link)
    crossed.push_back(path.own_link);
  for (const auto place : {path.common.first, path.common.second})
    std::ranges::copy(half(halves_, place), std::back_inserter(crossed));
  Passage passage;
  for (const auto link : crossed)
    passage.delay = std::max(passage.delay, queues_[link].busy_until - start);
  for (const auto link : crossed) {
    auto& queue = queues_[link];
    queue.busy_until = std::max(start, queue.busy_until) + bytes * queue.seconds_per_byte;
    passage.end = std::max(passage.end, queue.busy_until - start);
  }
  return passage;
}

Route Network::find_route(int from, int to) {
  auto route = platform_.route(from, to);
  const auto& links = platform_.links();
  for (auto link = queues_.size(); link < links.size(); ++link)
    queues_.push_back({1 / links[link].bandwidth, 0});
  return route;
}

Network::CommonPath Network::find_path(int from, int to) {
  auto found = find_route(from, to);
  const auto speed = platform_.speed_of(found);
  auto& route = found.links;
  const auto& links = platform_.links();
  std::vector<const Failure*> failures;
  for (const auto& failure : link_failures_) {
    if (std::ranges::any_of(route, [&](auto link) { return links[link].name == failure.link; }))
      failures.push_back(&failure);
  }
  if (!failures.empty())
    failures_of_paths_.try_emplace(hosts_of(from, to), std::move(failures));
  const auto own_link = ends_[static_cast<std::size_t>(from)].own_link;
  std::erase_if(route, [&](std::uint32_t link) { return link == own_link || !links[link].shared; });
  const std::span common(route);
  const auto middle = common.size() / 2;
  return {place_of_half(common.first(middle)), place_of_half(common.subspan(middle)),
          place_of_costs({found.latency, speed.seconds_per_byte, speed.crossings})};
}

std::uint32_t Network::place_of_half(std::span<const std::uint32_t> links) {
  // Appended as if it were new, so that the set compares it with the others.
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
