#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// The son at which the search of a node's deferred sons begins; see SecondPass.
enum class DeferredOrder : std::uint8_t {
  first, ///< Kerrigan's
  rank,
};

/// The searches that are marked in the table of moves being searched, in addition to Kerrigan's.
/// Each is one of those that his notes 5.1 to 5.3 leave out.
enum class AlsoMarked : std::uint8_t { none, eldest, researched, deferred };

/// Options of SimplifiedAbdada, with Kerrigan's names. options() describes the members.
struct SimplifiedAbdadaSettings {
  int defer_depth = 3; ///< DEFER_DEPTH
  DeferredOrder deferred_order = DeferredOrder::first;
  AlsoMarked also_marked = AlsoMarked::none;
  int cutoff_check_depth = 0;           ///< CUTOFF_CHECK_DEPTH
  std::size_t searching_sets = 1 << 15; ///< CS_SIZE
  std::size_t searching_ways = 4;       ///< CS_WAYS

  static constexpr std::string_view name = "simplified-abdada";
  static constexpr std::string_view description = "Simplified ABDADA (Kerrigan 2017)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = SimplifiedAbdadaSettings;
    return {
        number_option("simplified-abdada-defer-depth",
                      "least depth of a node whose sons may be deferred", 1, max_depth,
                      &Own::defer_depth),
        choice_option<Own, DeferredOrder>(
            "simplified-abdada-deferred",
            "deferred son that is searched first: first; rank, one at random, by rank and position",
            {{"first", DeferredOrder::first}, {"rank", DeferredOrder::rank}}, &Own::deferred_order),
        choice_option<Own, AlsoMarked>(
            "simplified-abdada-also-mark",
            "searches that are marked as well as scouts of young brothers: none; eldest, those of "
            "eldest sons; researched, re-searches; deferred, those of deferred sons",
            {{"none", AlsoMarked::none},
             {"eldest", AlsoMarked::eldest},
             {"researched", AlsoMarked::researched},
             {"deferred", AlsoMarked::deferred}},
            &Own::also_marked),
        number_option(
            "simplified-abdada-cutoff-check-depth",
            "least depth of a node that is looked up in the table before each son that follows a "
            "deferred one, to see whether it has a result; 0: none is; Kerrigan: 4",
            0, max_depth, &Own::cutoff_check_depth),
        number_option("simplified-abdada-sets",
                      "number of sets in the table of moves being searched", 1, 1U << 24U,
                      &Own::searching_sets),
        number_option("simplified-abdada-ways",
                      "number of moves in a set of the table of moves being searched", 1, 64,
                      &Own::searching_ways),
    };
  }

  /// Adds the table of the moves being searched.
  void require_tables(TableSettings& tables) const {
    tables.searching_sets = searching_sets;
    tables.searching_ways = searching_ways;
  }

  bool operator==(const SimplifiedAbdadaSettings&) const = default;
};

} // namespace eldest
