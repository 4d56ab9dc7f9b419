#pragma once

#include <algorithm>
#include <cstdint>

namespace eldest::tree_splitting {

/// The slaves of a processor: successive ranks.
struct Slaves {
  int first = 0;
  int count = 0;

  bool operator==(const Slaves&) const = default;
};

/// The slaves of processor `rank` in a tree of processors whose masters have up to `fan_out` slaves
/// each. The tree is rooted at rank 0, and ranks count its processors level by level.
[[nodiscard]] inline Slaves slaves_of(int rank, int processors, int fan_out) {
  const auto first = std::int64_t{rank} * fan_out + 1;
  const auto count = std::clamp<std::int64_t>(processors - first, 0, fan_out);
  return count == 0 ? Slaves{} : Slaves{static_cast<int>(first), static_cast<int>(count)};
}

/// Returns true if a processor with these slaves gives sons to them. With one slave it does not,
/// because it would only wait for that slave.
[[nodiscard]] inline bool is_master(const Slaves& slaves) { return slaves.count > 1; }

} // namespace eldest::tree_splitting
