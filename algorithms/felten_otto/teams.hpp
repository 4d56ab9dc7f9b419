#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace eldest::felten_otto {

/// Processors of a team, by rank. The first is the master, the others are his slaves.
using Team = std::vector<int>;

/// Returns true if a team can be faster than one processor. A master with a single slave cannot,
/// because he only waits for that slave.
[[nodiscard]] inline bool is_shared(const Team& team) { return team.size() > 2; }

/// Returns the number of processors of a hierarchy of `levels` levels whose masters have `slaves`
/// slaves each. Without levels it is 1.
[[nodiscard]] constexpr std::size_t capacity(std::size_t slaves, int levels) {
  std::size_t processors = 1;
  for (int level = 0; level < levels; ++level)
    processors = 1 + slaves * processors;
  return processors;
}

/// Returns the number of subteams into which a master divides a team of two or more `processors`.
/// If his slaves are at most `max_slaves` (2 or more), each is a subteam. Otherwise there are as
/// few levels as suffice, and about the same number of subteams for every master.
[[nodiscard]] inline std::size_t subteams(std::size_t processors, std::size_t max_slaves) {
  const std::size_t slaves = processors - 1;
  if (slaves <= max_slaves)
    return slaves;
  int levels = 2;
  while (capacity(max_slaves, levels) < processors)
    ++levels;
  std::size_t parts = 2;
  while (capacity(parts, levels) < processors)
    ++parts;
  return parts;
}

/// Returns the subteams of a team of two or more: its slaves in order, in parts of nearly equal
/// size.
[[nodiscard]] inline std::vector<Team> divide(const Team& team, int max_slaves) {
  const std::size_t parts = subteams(team.size(), static_cast<std::size_t>(max_slaves));
  const std::size_t slaves = team.size() - 1;
  std::vector<Team> divided;
  auto next = team.begin() + 1;
  for (std::size_t part = 0; part < parts; ++part) {
    const auto size = static_cast<std::ptrdiff_t>(slaves / parts + (part < slaves % parts ? 1 : 0));
    divided.emplace_back(next, next + size);
    next += size;
  }
  return divided;
}

/// Returns the number of runs of successive ranks in a team. Messages name a team's members by
/// these runs.
[[nodiscard]] inline std::size_t runs(const Team& team) {
  std::size_t runs = 1;
  for (std::size_t i = 1; i < team.size(); ++i)
    runs += team[i] == team[i - 1] + 1 ? 0 : 1;
  return runs;
}

} // namespace eldest::felten_otto
