#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace eldest {

// In both functions, `hosts` has the index of each rank's host.

/// Returns the number of ranks on each host, by the host's index.
[[nodiscard]] inline std::vector<int> count_by_host(const std::vector<int>& hosts) {
  std::vector<int> counts(static_cast<std::size_t>(std::ranges::max(hosts)) + 1);
  for (const int host : hosts)
    ++counts[static_cast<std::size_t>(host)];
  return counts;
}

/// Returns the index of each rank among the ranks of its host.
[[nodiscard]] inline std::vector<int> places_on_hosts(const std::vector<int>& hosts) {
  std::vector<int> counts(static_cast<std::size_t>(std::ranges::max(hosts)) + 1);
  std::vector<int> places;
  for (const int host : hosts)
    places.push_back(counts[static_cast<std::size_t>(host)]++);
  return places;
}

} // namespace eldest
