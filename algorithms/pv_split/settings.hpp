#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only PV-Split has.
struct PvSplitCounters {
  std::uint64_t pv_splits = 0;
  std::uint64_t pv_split_sons = 0;
  std::uint64_t pv_split_bounds = 0;
  std::uint64_t pv_split_recalls = 0;
  std::uint64_t pv_split_helpers = 0;
  std::uint64_t pv_split_helped = 0;
  std::uint64_t pv_split_helper_sons = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&PvSplitCounters::pv_splits>("PV nodes whose younger sons were searched in parallel"),
      counter<&PvSplitCounters::pv_split_sons>(
          "younger sons of PV nodes that the master gave to a slave"),
      counter<&PvSplitCounters::pv_split_bounds>(
          "improved bounds that a processor sent to those that search for it"),
      counter<&PvSplitCounters::pv_split_recalls>(
          "sons recalled, because of a cut-off, from those that searched them"),
      counter<&PvSplitCounters::pv_split_helpers>(
          "idle processors that the master sent to help a busy one"),
      counter<&PvSplitCounters::pv_split_helped>(
          "nodes below the sons of PV nodes whose younger sons were searched with helpers"),
      counter<&PvSplitCounters::pv_split_helper_sons>("sons of these nodes that a helper searched"),
  });

  bool operator==(const PvSplitCounters&) const = default;
};

/// Options of PvSplit. options() describes the members.
struct PvSplitSettings {
  int min_depth = 2;
  bool enhanced = false;

  static constexpr std::string_view name = "pvsplit";
  static constexpr std::string_view description = "PV-Split (Marsland & Campbell 1982)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = PvSplitCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = PvSplitSettings;
    return {
        number_option("pvsplit-min-depth",
                      "least depth of a PV node whose sons are searched in parallel", 1, max_depth,
                      &Own::min_depth),
        flag_option("pvsplit-enhanced",
                    "Enhanced PV-Split (Hyatt, Suter & Nelson 1989): processors for which a PV "
                    "node has no more sons help a busy one with its son",
                    &Own::enhanced),
    };
  }

  bool operator==(const PvSplitSettings&) const = default;
};

} // namespace eldest
