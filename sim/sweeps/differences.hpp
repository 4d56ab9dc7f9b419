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
  std::string from; ///< value of the setting in the searches that are divided by, or their store
  std::string to;   ///< value of the setting in the other searches, or their store
  std::size_t positions = 0;
  std::size_t different = 0; ///< number of searches whose times differ at all
  std::size_t compared = 0;  ///< number of searches compared
  MeanRatio time;
  MeanRatio nodes;
};

/// Compares searches with the same settings in two stores. In each store, only those of the latest
/// version of eldest are compared. Platforms are compared by name, not by file. Adds damaged rows
/// to `damaged`, and leaves them out. Throws InputError if the stores have no search in common.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& from, const SweepStore& to,
                                              std::vector<DamagedRow>& damaged);

/// Compares the results in a store that differ only in `setting`. This is a setting, such as
/// "version" or "algorithm", or an option, such as "ybwc_hops". The searches with each value are
/// compared with those that have the first value in the store. Except for "version" itself, only
/// results of the latest version are compared. Adds damaged rows to `damaged`, and leaves them out.
/// Throws InputError if there are no such results, or if some differ in other settings, too.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& store, const std::string& setting,
                                              std::vector<DamagedRow>& damaged);

} // namespace eldest
