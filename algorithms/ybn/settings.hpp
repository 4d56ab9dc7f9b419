#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/ybwc/settings.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters of Young Brothers on Notice: those of YBWC, and further ones.
struct YbnCounters : YbwcCounters {
  std::uint64_t sons_claimed = 0;
  std::uint64_t searches_in_vain = 0;
  std::uint64_t helps_claimed = 0;
  std::uint64_t early_splits = 0;
  std::uint64_t early_repeated = 0;

  static constexpr auto descriptions = [] {
    constexpr auto own = std::to_array(
        {counter<&YbnCounters::sons_claimed>(
             "requests of processors without work to one on whose notice they had claimed a son"),
         counter<&YbnCounters::searches_in_vain>("requests of processors without work to a random "
                                                 "one, because no notice that was read had a son"),
         counter<&YbnCounters::helps_claimed>(
             "requests of waiting masters to a slave on whose notice they had claimed a son"),
         counter<&YbnCounters::early_splits>(
             "sons given to slaves before the eldest brother was valued"),
         counter<&YbnCounters::early_repeated>(
             "sons of PV nodes searched again because the guess at their eldest brother's value "
             "did not decide them")});
    std::array<CounterDescription<YbnCounters>, YbwcCounters::descriptions.size() + own.size()>
        all{};
    std::size_t count = 0;
    for (const auto& [name, counter, meaning] : YbwcCounters::descriptions)
      all[count++] = {name, counter, meaning};
    for (const auto& description : own)
      all[count++] = description;
    return all;
  }();

  bool operator==(const YbnCounters&) const = default;
};

/// Nodes in which the critical path is measured as if an oracle knew the value of the eldest son.
enum class Oracle : std::uint8_t { none, pv, cut, all, outside, any };

/// Options of Young Brothers on Notice. options() describes the members.
struct YbnSettings {
  int looks = 128;
  double granularity = 1;
  bool needed_first = true;
  bool reads_if_quicker = true;
  bool helper_reads = true;
  double past_eldest = 0;
  int past_eldest_looks = 8;
  int guess_plies = 1;
  Oracle oracle = Oracle::none;
  double node_cost = 1; ///< see YbwcSettings

  static constexpr std::string_view name = "ybn";
  static constexpr std::string_view description =
      "Young Brothers on Notice, this project's own: YBWC whose processors publish the sons that "
      "they can give away";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = YbwcSettings::supports;
  using Counters = YbnCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = YbnSettings;
    return {
        number_option("ybn-looks",
                      "greatest number of notices that a processor without work reads before it "
                      "asks at random",
                      1, 1 << 20, &Own::looks),
        number_option(
            "ybn-grain",
            "least time to search a son that is given away, relative to the time that its owner "
            "loses by giving it away, both as measured; 0: any son is given away",
            0, 1000, &Own::granularity),
        flag_option("ybn-needed-first",
                    "sons of nodes that are not expected to be cut off are given away first",
                    &Own::needed_first),
        flag_option("ybn-read-if-quicker",
                    "notices are read only where that takes less than half of a request's round "
                    "trip, as measured",
                    &Own::reads_if_quicker),
        flag_option("ybn-helper-reads",
                    "a master that waits for its slaves asks one whose notice shows work",
                    &Own::helper_reads),
        number_option("ybn-past-eldest",
                      "young brothers are given away before the eldest is valued if the odds that "
                      "their search is wasted, as measured, are at most this number times the "
                      "ratio of the asker's idle time to its other time; 0: they always wait",
                      0, 1000, &Own::past_eldest),
        number_option("ybn-past-eldest-looks",
                      "number of notices without a son that a processor without work reads before "
                      "it also takes sons that would wait for their eldest brother",
                      0, 1 << 20, &Own::past_eldest_looks),
        number_option("ybn-guess-plies",
                      "greatest number of ply below a PV node from which a guess at the value of "
                      "its eldest son may come, by which young brothers are tested early; 0: they "
                      "wait for the eldest",
                      0, max_depth, &Own::guess_plies),
        choice_option<Own, Oracle>(
            "ybn-oracle",
            "nodes in which the critical path is measured as if the value of the eldest son were "
            "known from the beginning; the search stays the same",
            {{"none", Oracle::none},
             {"pv", Oracle::pv},
             {"cut", Oracle::cut},
             {"all", Oracle::all},
             {"outside", Oracle::outside},
             {"any", Oracle::any}},
            &Own::oracle),
        number_option("ybn-node-cost", "work in a node relative to the recursive search's", 0.01,
                      100, &Own::node_cost),
    };
  }

  /// Adds the notices to `tables`.
  static void require_tables(TableSettings& tables) { tables.notices = true; }

  bool operator==(const YbnSettings&) const = default;
};

} // namespace eldest
