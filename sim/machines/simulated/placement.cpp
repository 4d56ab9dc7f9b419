#include "sim/machines/simulated/placement.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace eldest {
namespace {

/// Takes the digits at the beginning of a text. Returns them without leading zeros.
std::string_view take_digits(std::string_view& text) {
  auto digits = text.substr(0, text.find_first_not_of("0123456789"));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

/// Returns the order of two numbers without leading zeros.
std::strong_ordering compare_numbers(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() <=> right.size() : left <=> right;
}

/// The index of the host `name` in `names`. Throws InputError if no host has that name.
std::size_t find_host(std::span<const std::string_view> names, const PlatformFile& platform,
                      std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw InputError(Subject::hosts,
                     fmt::format("{}: {} has no such host; its first is {}, its last {}", name,
                                 platform.path, names.front(), names.back()));
  return static_cast<std::size_t>(found - names.begin());
}

/// Adds to `chosen` the hosts that `text`, a name or a range of names, stands for.
void add_hosts(std::vector<std::size_t>& chosen, std::span<const std::string_view> names,
               const PlatformFile& platform, std::string_view text) {
  constexpr std::string_view dots = "..";
  const auto split = text.find(dots);
  const auto first = find_host(names, platform, text.substr(0, split));
  const auto last = split == std::string_view::npos
                        ? first
                        : find_host(names, platform, text.substr(split + dots.size()));
  if (first > last)
    throw InputError(Subject::hosts,
                     fmt::format("{}: the first host comes after the last one", text));
  for (auto host = first; host <= last; ++host) {
    if (std::ranges::find(chosen, host) != chosen.end())
      throw InputError(Subject::hosts, fmt::format("{}: {} is named twice", text, names[host]));
    chosen.push_back(host);
  }
}

/// Limit on cores. The processors of more would not fit in memory.
constexpr std::int64_t max_cores = 1 << 20;

} // namespace

std::strong_ordering natural_order(std::string_view left, std::string_view right) {
  while (!left.empty() && !right.empty()) {
    auto order = left.front() <=> right.front();
    if (is_digit(left.front()) && is_digit(right.front())) {
      order = compare_numbers(take_digits(left), take_digits(right));
    } else {
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
    if (order != std::strong_ordering::equal)
      return order;
  }
  return left.size() <=> right.size();
}

std::vector<std::size_t> in_natural_order(std::span<const std::string_view> names) {
  std::vector<std::size_t> places(names.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::sort(places, [&](std::size_t left, std::size_t right) {
    const auto order = natural_order(names[left], names[right]);
    return order != std::strong_ordering::equal ? order < 0 : names[left] < names[right];
  });
  return places;
}

std::vector<std::size_t> choose_hosts(std::span<const std::string_view> names,
                                      const PlatformFile& platform, const Placement& placement) {
  if (names.empty())
    throw InputError(Subject::platform,
                     fmt::format("{}: no hosts, should have one at least", platform.path));
  std::vector<std::size_t> chosen;
  for (const auto& text : placement.hosts)
    add_hosts(chosen, names, platform, text);
  if (placement.hosts.empty()) {
    chosen.resize(names.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  }
  return chosen;
}

std::vector<int> places_of_ranks(std::span<const int> cores, const PlatformFile& platform,
                                 const Placement& placement) {
  const auto all = std::accumulate(cores.begin(), cores.end(), std::int64_t{0});
  if (all > max_cores)
    throw InputError(Subject::platform,
                     fmt::format("{}: the hosts have {} cores, should have {} at most",
                                 platform.path, all, max_cores));
  std::vector<std::pair<int, int>> order; // of cores: by host, or by round over the hosts
  for (int place = 0; const int count : cores) {
    for (int core = 0; core < count; ++core)
      order.push_back(placement.spread ? std::pair{core, place} : std::pair{place, core});
    ++place;
  }
  std::ranges::sort(order);
  std::vector<int> places;
  places.reserve(order.size());
  for (const auto& [first, second] : order)
    places.push_back(placement.spread ? second : first);
  return places;
}

std::vector<std::size_t> number_switches(std::span<const std::size_t> positions,
                                         std::size_t hosts_on_switch) {
  std::vector<std::size_t> switches;
  std::unordered_map<std::size_t, std::size_t> numbers;
  for (const auto position : positions)
    switches.push_back(
        numbers.try_emplace(position / hosts_on_switch, numbers.size()).first->second);
  return switches;
}

} // namespace eldest
