#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <string_view>
#include <vector>

namespace eldest {

/// The settings of sequential αβ, which has none of its own.
struct AlphaBetaSettings {
  static constexpr std::string_view name = "alphabeta";
  static constexpr std::string_view description = "sequential fail-soft alpha-beta, recursive";
  static constexpr bool sequential = true;
  static constexpr Search own_search = Search::alphabeta;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() { return {}; }

  bool operator==(const AlphaBetaSettings&) const = default;
};

/// The settings of sequential NegaScout, which has none of its own.
struct NegaScoutSettings {
  static constexpr std::string_view name = "negascout";
  static constexpr std::string_view description =
      "sequential NegaScout (Reinefeld 1983), recursive";
  static constexpr bool sequential = true;
  static constexpr Search own_search = Search::negascout;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() { return {}; }

  bool operator==(const NegaScoutSettings&) const = default;
};

/// The settings of sequential MTD(f), which has none of its own.
struct MtdfSettings {
  static constexpr std::string_view name = "mtdf";
  static constexpr std::string_view description =
      "sequential MTD(f) (Plaat and others 1996), recursive";
  static constexpr bool sequential = true;
  static constexpr Search own_search = Search::mtdf;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() { return {}; }

  bool operator==(const MtdfSettings&) const = default;
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
