#pragma once

#include "algorithms/list.hpp"
#include "algorithms/search/algorithm.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"

namespace eldest::test {

/// Returns true if an algorithm's searches may be MTD(f).
[[nodiscard]] inline bool supports_mtdf(const Algorithm& algorithm) {
  return algorithm.name() != "uidpabs";
}

/// Draws the search that an algorithm is built on.
[[nodiscard]] inline Search draw_search(SplitMix64& random, const Algorithm& algorithm) {
  const auto search = static_cast<Search>(draw(random, 0, 2));
  return search == Search::mtdf && !supports_mtdf(algorithm) ? Search::negascout : search;
}

[[nodiscard]] inline bool toss(SplitMix64& random) { return draw(random, 0, 1) == 0; }

// These functions draw the settings of an algorithm at random.

inline void vary(AbdadaSettings& own, SplitMix64& random) {
  own.revisit_deferred_only = toss(random);
  own.push_depth = draw(random, 0, 3);
  own.parent_check_depth = draw(random, 0, 3);
  own.cutoff_check_depth = draw(random, 0, 3);
  own.push_granularity = toss(random) ? 0 : draw(random, 1, 100);
}

inline void vary(SimplifiedAbdadaSettings& own, SplitMix64& random) {
  own.defer_depth = draw(random, 1, 3);
  own.cutoff_check_depth = draw(random, 0, 3);
  own.searching_sets = draw(random, 0, 2) == 0 ? 2 : 1 << 8;
}

inline void vary(SharedTableSettings& own, SplitMix64& random) { own.stagger = toss(random); }

inline void vary(StockfishLazySmpSettings& own, SplitMix64& random) {
  own.skip = toss(random);
  own.vary_reductions = toss(random);
}

inline void vary(SplitPointsSettings& own, SplitMix64& random) {
  own.min_split_depth = draw(random, 1, 3);
  own.max_processors = draw(random, 0, 4);
  own.helpful_master = draw(random, 0, 3) > 0;
  own.late_join = static_cast<LateJoin>(draw(random, 0, 2));
}

inline void vary(YbwcSettings& own, SplitMix64& random) {
  own.star = toss(random);
  own.min_split_depth = draw(random, 1, 3);
  own.polling = toss(random) ? Polling::node : Polling::son;
}

inline void vary(YbnSettings& own, SplitMix64& random) {
  own.looks = draw(random, 1, 16);
  own.granularity = draw(random, 0, 2);
  own.reads_if_quicker = toss(random);
}

inline void vary(JamboreeSettings& own, SplitMix64& random) {
  own.min_steal_depth = draw(random, 1, 3);
  own.hops = draw(random, 0, 4);
  own.polling = toss(random) ? Polling::node : Polling::son;
  own.tries = draw(random, 1, 8);
}

inline void vary(PvSplitSettings& own, SplitMix64& random) {
  own.min_depth = draw(random, 1, 3);
  own.enhanced = toss(random);
}

inline void vary(AphidSettings& own, SplitMix64& random) { own.horizon = draw(random, 0, 2); }

inline void vary(DtsSettings& own, SplitMix64& random) {
  own.min_split_depth = draw(random, 1, 3);
  own.all_confidence = draw(random, 0, 2);
  own.polling = toss(random) ? Polling::node : Polling::son;
}

inline void vary(UidpabsSettings& own, SplitMix64& random) {
  own.alone_depth = draw(random, 1, 3);
  own.tell_bounds = toss(random);
}

inline void vary(FeltenOttoSettings& own, SplitMix64& random) {
  own.max_slaves = draw(random, 2, 16);
  own.min_depth = draw(random, 1, 3);
  own.min_idle = draw(random, 1, 3);
  own.min_seconds = toss(random) ? 0 : 20e-6;
}

inline void vary(TdsabSettings& own, SplitMix64& random) {
  own.alone_depth = draw(random, 0, 3);
  own.order = toss(random) ? TdsabOrder::path : TdsabOrder::arrival;
  own.wait = toss(random) ? TdsabWait::always : TdsabWait::cut;
}

/// Draws the settings of an algorithm at random if their type is among `Settings`.
template <class... Settings> void vary_any(Algorithm& algorithm, SplitMix64& random) {
  const auto vary_if = [&](auto* own) {
    if (own != nullptr)
      vary(*own, random);
  };
  (vary_if(algorithm.settings_if<Settings>()), ...);
}

/// Returns `algorithm` with settings drawn at random.
[[nodiscard]] inline Algorithm vary(Algorithm algorithm, SplitMix64& random) {
  vary_any<AbdadaSettings, SimplifiedAbdadaSettings, SharedTableSettings, StockfishLazySmpSettings,
           SplitPointsSettings, YbwcSettings, YbnSettings, JamboreeSettings, PvSplitSettings,
           AphidSettings, DtsSettings, UidpabsSettings, FeltenOttoSettings, TdsabSettings>(
      algorithm, random);
  return algorithm;
}

} // namespace eldest::test
