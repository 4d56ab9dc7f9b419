#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only mandatory work first has.
struct MwfCounters {
  std::uint64_t mwf_expanded = 0;
  std::uint64_t mwf_jobs = 0;
  std::uint64_t mwf_second_stages = 0;
  std::uint64_t mwf_second_stage_sons = 0;
  std::uint64_t mwf_recalls = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&MwfCounters::mwf_expanded>("nodes whose sons processor 0 put on its list"),
      counter<&MwfCounters::mwf_jobs>("nodes that a processor took from the list and searched"),
      counter<&MwfCounters::mwf_second_stages>(
          "right nodes that their left son did not refute, and that came to the second stage"),
      counter<&MwfCounters::mwf_second_stage_sons>("sons of these nodes searched there"),
      counter<&MwfCounters::mwf_recalls>(
          "searches recalled from other processors because of a cut-off"),
  });

  bool operator==(const MwfCounters&) const = default;
};

/// Options of Mwf. options() describes the members.
struct MwfSettings {
  int min_depth = 3;
  bool deep_cutoffs = false;

  static constexpr std::string_view name = "mwf";
  static constexpr std::string_view description =
      "mandatory work first (Akl, Barnard & Doran 1982; Finkel & Fishburn 1983)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = MwfCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = MwfSettings;
    return {
        number_option("mwf-min-depth",
                      "least depth of a left node whose sons are searched in parallel; late moves "
                      "are reduced only below it",
                      1, max_depth, &Own::min_depth),
        flag_option("mwf-deep-cutoffs",
                    "a node gets both bounds of its father, and so may be cut off by a bound that "
                    "is from farther up",
                    &Own::deep_cutoffs),
    };
  }

  bool operator==(const MwfSettings&) const = default;
};

} // namespace eldest
