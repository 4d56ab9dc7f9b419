#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only SplitPoints has.
struct SplitPointsCounters {
  std::uint64_t split_points = 0;
  std::uint64_t split_points_alone = 0;
  std::uint64_t slaves_claimed = 0;
  std::uint64_t masters_claimed = 0;
  std::uint64_t claims_lost = 0;
  std::uint64_t late_joins = 0;
  std::uint64_t late_joins_lost = 0;
  std::uint64_t split_sons = 0;
  std::uint64_t split_cutoffs = 0;
  std::uint64_t split_points_given_up = 0;
  std::uint64_t sons_given_up = 0;
  std::uint64_t waits_for_slaves = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&SplitPointsCounters::split_points>("split points opened"),
      counter<&SplitPointsCounters::split_points_alone>(
          "of these, those opened without a slave, which processors can join late"),
      counter<&SplitPointsCounters::slaves_claimed>(
          "idle processors claimed as slaves when a split point was opened"),
      counter<&SplitPointsCounters::masters_claimed>(
          "of these, masters that waited for the processor that claimed them"),
      counter<&SplitPointsCounters::claims_lost>(
          "claims that failed, because another processor was quicker"),
      counter<&SplitPointsCounters::late_joins>("split points joined after they had been opened"),
      counter<&SplitPointsCounters::late_joins_lost>(
          "attempts to join late that failed, because the split point took no more processors"),
      counter<&SplitPointsCounters::split_sons>("sons taken at split points"),
      counter<&SplitPointsCounters::split_cutoffs>("split points cut off by a son's value"),
      counter<&SplitPointsCounters::split_points_given_up>(
          "split points given up because one above them was over"),
      counter<&SplitPointsCounters::sons_given_up>(
          "sons left unfinished, because a split point was over"),
      counter<&SplitPointsCounters::waits_for_slaves>(
          "split points at which the master had no son left before its slaves were done"),
  });

  bool operator==(const SplitPointsCounters&) const = default;
};

/// The split point that a processor joins late.
enum class LateJoin : std::uint8_t {
  none,
  first,   ///< that of the processor with the lowest rank, as in Stockfish 6
  highest, ///< that with the fewest split points above, as in Stockfish after version 6
};

/// Options of SplitPoints. options() describes the members.
struct SplitPointsSettings {
  int min_split_depth = 2;
  int max_processors = 0;
  bool helpful_master = true;
  LateJoin late_join = LateJoin::first;

  static constexpr std::string_view name = "split-points";
  static constexpr std::string_view description =
      "split points in shared memory under locks, as Stockfish had until version 6 (2015)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = SplitPointsCounters;

  static void require_tables(TableSettings& tables) {
    tables.notices = true;
    tables.split_points = true;
  }

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = SplitPointsSettings;
    return {
        number_option("split-points-min-split-depth", "least depth of a split point", 1, max_depth,
                      &Own::min_split_depth),
        number_option(
            "split-points-max-processors",
            "most processors at a split point, its master among them; 0: any number; 4 in "
            "Stockfish after version 6",
            0, 4096, &Own::max_processors),
        flag_option("split-points-helpful-master",
                    "a master that waits for its slaves helps them at their split points",
                    &Own::helpful_master),
        choice_option<Own, LateJoin>(
            "split-points-late-join",
            "split point that a processor joins when it has left one, of those that no processor "
            "has left: no, none; first, that of the lowest processor; highest, that with the "
            "fewest split points above it",
            {{"no", LateJoin::none}, {"first", LateJoin::first}, {"highest", LateJoin::highest}},
            &Own::late_join),
    };
  }

  bool operator==(const SplitPointsSettings&) const = default;
};

} // namespace eldest
