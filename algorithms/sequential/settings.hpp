#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <string_view>
#include <vector>

namespace eldest {

/// The settings that sequential searches share. They have no options.
struct SequentialSettings {
  static constexpr bool sequential = true;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() { return {}; }

  bool operator==(const SequentialSettings&) const = default;
};

struct AlphaBetaSettings : SequentialSettings {
  static constexpr std::string_view name = "alphabeta";
  static constexpr std::string_view description = "sequential fail-soft alpha-beta, recursive";
  static constexpr Search own_search = Search::alphabeta;
};

struct NegaScoutSettings : SequentialSettings {
  static constexpr std::string_view name = "negascout";
  static constexpr std::string_view description =
      "sequential NegaScout (Reinefeld 1983), recursive";
  static constexpr Search own_search = Search::negascout;
};

struct MtdfSettings : SequentialSettings {
  static constexpr std::string_view name = "mtdf";
  static constexpr std::string_view description =
      "sequential MTD(f) (Plaat and others 1996), recursive";
  static constexpr Search own_search = Search::mtdf;
};

/// Returns true if the searches of an algorithm are MTD(f).
[[nodiscard]] inline bool is_mtdf(const Algorithm& algorithm, Search search) {
  return algorithm.search(search) == Search::mtdf;
}

/// The sequential algorithm that does `search`, on which parallel algorithms are built.
[[nodiscard]] inline Algorithm sequential_algorithm(Search search) {
  switch (search) {
  case Search::alphabeta:
    return AlphaBetaSettings{};
  case Search::mtdf:
    return MtdfSettings{};
  case Search::negascout:
    break;
  }
  return NegaScoutSettings{};
}

} // namespace eldest
