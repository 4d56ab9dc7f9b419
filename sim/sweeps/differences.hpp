#pragma once

#include "sim/experiments/statistics.hpp"
#include "sim/sweeps/store.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace eldest {

/// The difference in time and nodes between searches that differ in one setting, or in their store.
/// It is given by geometric means, over positions and seeds, of the figures of `to` divided by
/// those of `from`.
struct Difference {
  std::string searches; ///< settings that the searches have in common, in words
  std::string from;     ///< value of the setting, or the store, of the searches divided by
  std::string to;       ///< value or store of the other searches
  std::size_t positions = 0;
  std::size_t different = 0; ///< searches whose times differ at all
  std::size_t compared = 0;  ///< number of searches compared
  MeanRatio time;
  MeanRatio nodes;
};

/// Compares searches with the same settings in two stores, of the latest version of eldest in each.
/// Platforms are compared by name, not by file. Throws InputError if the stores have no search in
/// common.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& from, const SweepStore& to);

/// Compares the results in a store that differ only in `setting`. This is a setting, as "version"
/// or "algorithm", or an option, as "ybwc_hops". Each value is compared with the first value in the
/// store. Except for "version" itself, only results of the latest version are compared. Throws
/// InputError if there are no such results, or if some differ in other settings, too.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& store, const std::string& setting);

} // namespace eldest
