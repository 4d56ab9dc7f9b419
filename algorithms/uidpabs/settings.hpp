#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only UIDPABS has.
struct UidpabsCounters {
  std::uint64_t uidpabs_shares = 0;
  std::uint64_t uidpabs_failed_low = 0;
  std::uint64_t uidpabs_reopened = 0;
  std::uint64_t uidpabs_bounds = 0;
  std::uint64_t uidpabs_lead = 0;
  std::uint64_t uidpabs_ahead = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&UidpabsCounters::uidpabs_shares>("processors that were dealt moves of the root"),
      counter<&UidpabsCounters::uidpabs_failed_low>(
          "iterations of a processor in which none of its moves reached its window"),
      counter<&UidpabsCounters::uidpabs_reopened>(
          "of these, iterations that had to be searched again for the value of the root"),
      counter<&UidpabsCounters::uidpabs_bounds>(
          "improved bounds that a processor told another one"),
      counter<&UidpabsCounters::uidpabs_lead>(
          "most iterations by which one processor was ahead of another"),
      counter<&UidpabsCounters::uidpabs_ahead>(
          "iterations that processors had finished, at the end, beyond the last complete one"),
  });

  bool operator==(const UidpabsCounters&) const = default;
};

/// Options of Uidpabs. options() describes the members.
struct UidpabsSettings {
  int alone_depth = 1;
  bool tell_bounds = false;

  static constexpr std::string_view name = "uidpabs";
  static constexpr std::string_view description =
      "UIDPABS: the root's moves are dealt out and deepened without synchronization (Newborn 1988)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures{.internal_deepening = true,
                                                                  .aspiration = true,
                                                                  .null_move = true,
                                                                  .late_move_reductions = true};
  using Counters = UidpabsCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = UidpabsSettings;
    return {
        number_option("uidpabs-alone-depth",
                      "depth of the last iteration that processor 0 searches sequentially, before "
                      "the root's moves are dealt out",
                      1, max_depth, &Own::alone_depth),
        flag_option("uidpabs-tell-bounds",
                    "processors tell each other of better values of the root, which are bounds for "
                    "the moves that others search to the same depth",
                    &Own::tell_bounds),
    };
  }

  bool operator==(const UidpabsSettings&) const = default;
};

} // namespace eldest
