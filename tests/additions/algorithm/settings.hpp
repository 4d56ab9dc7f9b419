#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <string_view>
#include <vector>

namespace eldest {

/// Settings of an algorithm that is added to a copy of the project, to count the files that an
/// addition changes.
struct SampleSettings {
  bool random = true;

  static constexpr std::string_view name = "sample";
  static constexpr std::string_view description = "a shared table and nothing else";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return {flag_option("sample-random", "younger sons are searched in random order",
                        &SampleSettings::random)};
  }

  bool operator==(const SampleSettings&) const = default;
};

} // namespace eldest
