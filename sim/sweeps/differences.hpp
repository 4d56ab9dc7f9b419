#pragma once

#include "sim/experiments/statistics.hpp"
#include "sim/sweeps/store.hpp"

#include <cstddef>
#include <cstdint>
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
  double adjusted = 1; ///< the p-value of `time`, adjusted by Holm's method for all differences
};

/// The result of a comparison of times.
enum class Verdict : std::uint8_t { same, open, faster, slower };

/// Returns the verdict on `to`: the same times, open if they cannot be told apart, faster or
/// slower.
[[nodiscard]] Verdict verdict_on(const Difference& difference);

/// The searches to compare.
enum class Searches : std::uint8_t {
  planned, ///< except those that are only baselines of others, unless all are
  all
};

/// Compares searches with the same settings in two stores. In each store, only those of the latest
/// version of eldest are compared. Platforms are compared by name, not by file. Adds damaged rows
/// to `damaged`, and leaves them out. Throws InputError if the stores have no search in common.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& from, const SweepStore& to,
                                              Searches searches, std::vector<DamagedRow>& damaged);

/// Compares the results in a store that differ only on the axis `name` (see Axes). This is a
/// setting, such as "version" or "platform", or an option, such as "ybwc_hops", with hyphens or
/// underscores. The searches with each value are compared with those that have the first value in
/// the store. Except for "version" itself, only results of the latest version are compared. Adds
/// damaged rows to `damaged`, and leaves them out. Throws InputError if there are no such results,
/// or if some differ in other settings, too.
[[nodiscard]] std::vector<Difference> compare(const SweepStore& store, const std::string& name,
                                              Searches searches, std::vector<DamagedRow>& damaged);

} // namespace eldest
