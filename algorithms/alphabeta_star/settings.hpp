#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/shared_nodes/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// The counters that only αβ* has.
struct AlphaBetaStarCounters {
  std::uint64_t past_eldest = 0;
  std::uint64_t rounds = 0;
  std::uint64_t joined = 0;
  std::uint64_t met = 0;
  std::uint64_t bounds_published = 0;
  std::uint64_t returns = 0;
  std::uint64_t return_hits = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&AlphaBetaStarCounters::past_eldest>(
          "eldest sons put off because other processors were searching them"),
      counter<&AlphaBetaStarCounters::rounds>(
          "further rounds over a node's sons, to search those that were put off"),
      counter<&AlphaBetaStarCounters::joined>(
          "nodes entered while other processors were searching them"),
      counter<&AlphaBetaStarCounters::met>("sum of the processors found in those nodes"),
      counter<&AlphaBetaStarCounters::bounds_published>(
          "better scores written to the table before the search of their node was over"),
      counter<&AlphaBetaStarCounters::returns>(
          "table reads of a father after the return from a son"),
      counter<&AlphaBetaStarCounters::return_hits>(
          "such reads that ended the search of the father"),
  });

  bool operator==(const AlphaBetaStarCounters&) const = default;
};

/// Options of αβ*. options() describes the members.
struct AlphaBetaStarSettings {
  int speculation = 16; ///< if a node has fewer processors than this, none may go past, as with 0
  int update_depth = 2; ///< ply left to be searched
  double update_granularity = 100; ///< see AlphaBetaStar

  static constexpr std::string_view name = "alphabeta-star";
  static constexpr std::string_view description =
      "alpha-beta* (David 1993): a shared table that counts processors, with rules of this project";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = AlphaBetaStarCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = AlphaBetaStarSettings;
    return {
        number_option(
            "alphabeta-star-speculation",
            "number of processors in a node of which one may go past the eldest son while others "
            "are searching it; 1: all may; 0: none may (the eldest son's right)",
            0, 4096, &Own::speculation),
        number_option("alphabeta-star-update-depth",
                      "least depth of a node whose better scores are written to the table at once, "
                      "and which is looked up after each of its sons; 0: none",
                      0, max_depth, &Own::update_depth),
        number_option("alphabeta-star-update-grain",
                      "least time to search a node that is updated and looked up in this way, "
                      "relative to the time of looking it up, both as measured; 0: any time",
                      0, 1e6, &Own::update_granularity),
    };
  }

  bool operator==(const AlphaBetaStarSettings&) const = default;
};

} // namespace eldest
