#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only tree splitting has.
struct TreeSplittingCounters {
  std::uint64_t tree_splits = 0;
  std::uint64_t tree_split_sons = 0;
  std::uint64_t tree_split_windows = 0;
  std::uint64_t tree_split_recalls = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&TreeSplittingCounters::tree_splits>("nodes whose sons a master gave to its slaves"),
      counter<&TreeSplittingCounters::tree_split_sons>("sons that a master gave to a slave"),
      counter<&TreeSplittingCounters::tree_split_windows>(
          "narrower windows that a master sent to a busy slave"),
      counter<&TreeSplittingCounters::tree_split_recalls>(
          "sons recalled from slaves because of a cut-off"),
  });

  bool operator==(const TreeSplittingCounters&) const = default;
};

/// Options of TreeSplitting. options() describes the members.
struct TreeSplittingSettings {
  int fan_out = 4;
  int min_depth = 2;

  static constexpr std::string_view name = "tree-splitting";
  static constexpr std::string_view description =
      "tree splitting on a tree of processors (Finkel & Fishburn 1982)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = TreeSplittingCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = TreeSplittingSettings;
    return {
        number_option("tree-splitting-fan-out", "most slaves of a master in the tree of processors",
                      2, 1 << 16, &Own::fan_out),
        number_option("tree-splitting-min-depth",
                      "least depth of a node whose sons a master gives to its slaves", 1, max_depth,
                      &Own::min_depth),
    };
  }

  bool operator==(const TreeSplittingSettings&) const = default;
};

} // namespace eldest
