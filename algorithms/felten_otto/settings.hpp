#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only Felten and Otto's search has.
struct FeltenOttoCounters {
  std::uint64_t team_nodes = 0;
  std::uint64_t suggestions = 0;
  std::uint64_t suggestion_cutoffs = 0;
  std::uint64_t splits = 0;
  std::uint64_t splits_at_once = 0;
  std::uint64_t split_sons = 0;
  std::uint64_t split_bounds = 0;
  std::uint64_t split_recalls = 0;
  std::uint64_t shoot_downs = 0;
  std::uint64_t large_team_processors = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&FeltenOttoCounters::team_nodes>("nodes to which a master came with a team"),
      counter<&FeltenOttoCounters::suggestions>("of these, nodes for which the table suggested a "
                                                "move, which the whole team searched first"),
      counter<&FeltenOttoCounters::suggestion_cutoffs>(
          "of these, nodes that the suggested move cut off"),
      counter<&FeltenOttoCounters::splits>(
          "nodes whose sons, or the rest of them, a master gave to his slaves"),
      counter<&FeltenOttoCounters::splits_at_once>(
          "of these, nodes for which the table suggested no move"),
      counter<&FeltenOttoCounters::split_sons>("sons that a master gave to a slave"),
      counter<&FeltenOttoCounters::split_bounds>(
          "improved bounds that a master sent to his busy slaves"),
      counter<&FeltenOttoCounters::split_recalls>("sons recalled from slaves because of a cut-off"),
      counter<&FeltenOttoCounters::shoot_downs>(
          "searches of sons halted and begun again by a large team"),
      counter<&FeltenOttoCounters::large_team_processors>("processors in these teams"),
  });

  bool operator==(const FeltenOttoCounters&) const = default;
};

/// Options of Felten and Otto's search. options() describes the members.
struct FeltenOttoSettings {
  int max_slaves = 16;
  int min_depth = 2;
  bool load_balancing = true;
  int min_idle = 1;
  double min_seconds = 0.002;

  static constexpr std::string_view name = "felten-otto";
  static constexpr std::string_view description =
      "recursive PV-splitting by teams, led by the hash table (Felten & Otto 1988)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = FeltenOttoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = FeltenOttoSettings;
    return {
        number_option("felten-otto-max-slaves",
                      "most slaves, or teams of them, of one master; larger teams have more levels",
                      2, 1 << 16, &Own::max_slaves),
        number_option("felten-otto-min-depth", "least depth of a node that a team splits", 1,
                      max_depth, &Own::min_depth),
        flag_option("felten-otto-load-balancing",
                    "masters with idle slaves shoot down long searches, and begin them again with "
                    "a large team",
                    &Own::load_balancing),
        number_option("felten-otto-min-idle",
                      "least number of idle slaves of a master that shoots a search down", 1,
                      1 << 16, &Own::min_idle),
        number_option("felten-otto-min-seconds",
                      "least time of a search before it is shot down, in seconds", 0, 1e6,
                      &Own::min_seconds),
    };
  }

  bool operator==(const FeltenOttoSettings&) const = default;
};

} // namespace eldest
