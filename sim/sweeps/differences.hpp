#pragma once

#include "sim/experiments/statistics.hpp"
#include "sim/sweeps/store.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace eldest {

/// How searches that differ in one thing differ in time and nodes: geometric means, over positions
/// and seeds, of the figures of one by those of the other.
struct Difference {
  std::string searches; ///< what they have in common
  std::string from;     ///< the value, of what they differ in, of the ones that are divided by
  std::string to;       ///< that of the others
  std::size_t positions = 0;
  std::size_t different = 0; ///< searches whose times differ at all
  std::size_t compared = 0;  ///< searches
  MeanRatio time;
  MeanRatio nodes;
};

/// Compares the results of two stores, of the latest version of the program in each: searches with
/// the same settings, whatever the platform file. Throws InputError if there are none in both.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& from, const SweepStore& to);

/// Compares the results in a store that differ in one setting, "version" or "algorithm", or in one
/// option, as "ybwc_hops": each value with the first that the store has, in the latest version but
/// for "version" itself. Throws InputError if there are none, or if some differ in more.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& store, const std::string& setting);

} // namespace eldest
