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

  static constexpr auto descriptions = [] {
    constexpr auto own = std::to_array(
        {counter<&YbnCounters::sons_claimed>(
             "requests of processors without work to one on whose notice they had claimed a son"),
         counter<&YbnCounters::searches_in_vain>("requests of processors without work to a random "
                                                 "one, because no notice that was read had a son"),
         counter<&YbnCounters::helps_claimed>(
             "requests of waiting masters to a slave on whose notice they had claimed a son")});
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

/// Options of Young Brothers on Notice. options() describes the members.
struct YbnSettings {
  int looks = 128;
  double granularity = 1;
  bool needed_first = true;
  bool reads_if_quicker = true;
  bool helper_reads = true;
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
        number_option("ybn-node-cost", "work in a node relative to the recursive search's", 0.01,
                      100, &Own::node_cost),
    };
  }

  /// Adds the notices to `tables`.
  static void require_tables(TableSettings& tables) { tables.notices = true; }

  bool operator==(const YbnSettings&) const = default;
};

} // namespace eldest
