#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/polling.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only YBWC has.
struct YbwcCounters {
  std::uint64_t steals_asked = 0;
  std::uint64_t helps_asked = 0;
  std::uint64_t requests_passed_on = 0;
  std::uint64_t requests_kept = 0;
  std::uint64_t requests_refused = 0;
  std::uint64_t splits_tried = 0;
  std::uint64_t splits = 0;
  std::uint64_t masters_helping = 0;
  std::uint64_t jobs_answered = 0;
  std::uint64_t slaves_stopped = 0;
  std::uint64_t jobs_given_up = 0;
  std::uint64_t waits_for_slaves = 0;
  std::uint64_t bounds_sent = 0;
  std::uint64_t bound_cutoffs = 0;
  std::uint64_t scouts_moved = 0;
  std::uint64_t jumps = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&YbwcCounters::steals_asked>("requests of processors without work"),
      counter<&YbwcCounters::helps_asked>("requests of masters that waited for their slaves"),
      counter<&YbwcCounters::requests_passed_on>(
          "requests passed on by a processor that had no node to split"),
      counter<&YbwcCounters::requests_kept>("requests kept until there was a node to split"),
      counter<&YbwcCounters::requests_refused>("requests refused for lack of work"),
      counter<&YbwcCounters::splits_tried>("attempts to find a node to split for a request"),
      counter<&YbwcCounters::splits>("sons given to slaves: steals served"),
      counter<&YbwcCounters::masters_helping>(
          "jobs that waiting masters took from below their own slaves' jobs"),
      counter<&YbwcCounters::jobs_answered>("values that masters received from their slaves"),
      counter<&YbwcCounters::slaves_stopped>(
          "slaves recalled because of a cut-off, or by the end of the search"),
      counter<&YbwcCounters::jobs_given_up>(
          "jobs that slaves left unfinished because they had been recalled"),
      counter<&YbwcCounters::waits_for_slaves>("nodes whose master had to wait for slaves"),
      counter<&YbwcCounters::bounds_sent>("new bounds sent to slaves"),
      counter<&YbwcCounters::bound_cutoffs>("nodes cut off by a new bound from above"),
      counter<&YbwcCounters::scouts_moved>("scouts begun again because their alpha had risen"),
      counter<&YbwcCounters::jumps>("cut-offs above the end of the path: jumps of several ply"),
  });

  bool operator==(const YbwcCounters&) const = default;
};

/// Choice of the processor to ask for work, among those that the request has not been to.
enum class VictimChoice : std::uint8_t { random, nearest };

/// Options of YBWC. options() describes the members.
struct YbwcSettings {
  VictimChoice victim = VictimChoice::random;
  bool star = false;
  int min_split_depth = 2;
  bool helpful_master = true;
  Polling polling = Polling::node;
  int tries = 1;
  int hops = 4;
  /// Work in a node, relative to the recursive search's. Weill (1996, section 4) found his
  /// recursive programs 30 % faster than those with an explicit stack.
  double node_cost = 1;

  /// Returns the best variant; results/variants has the measurements.
  [[nodiscard]] static constexpr YbwcSettings best();

  static constexpr std::string_view name = "ybwc";
  static constexpr std::string_view description =
      "Young Brothers Wait Concept, by work stealing (Feldmann 1993)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = YbwcCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = YbwcSettings;
    return {
        variant_option(),
        choice_option<Own, VictimChoice>(
            "ybwc-victim",
            "processor to which one without work sends its request: any at random, or one of the "
            "nearest",
            {{"random", VictimChoice::random}, {"nearest", VictimChoice::nearest}}, &Own::victim),
        flag_option(
            "ybwc-star",
            "YBWC*: young brothers wait for the eldest at PV nodes, for all promising moves at CUT "
            "nodes, and not at all at ALL nodes",
            &Own::star),
        number_option("ybwc-min-split-depth", "least depth of a node whose sons are given away", 1,
                      max_depth, &Own::min_split_depth),
        flag_option("ybwc-helpful-master", "a master helps its slaves while it waits for them",
                    &Own::helpful_master),
        polling_option("ybwc-poll", &Own::polling),
        number_option("ybwc-tries",
                      "number of refusals in a row after which a processor without work asks "
                      "processor 0, which always has work",
                      1, 1000, &Own::tries),
        number_option("ybwc-hops", "greatest number of times that a request for work is passed on",
                      0, 1000, &Own::hops),
        number_option(
            "ybwc-node-cost",
            "work in a node relative to the recursive search's; 1.3 with Weill's explicit "
            "stack",
            0.01, 100, &Own::node_cost),
    };
  }

  bool operator==(const YbwcSettings&) const = default;

private:
  /// Returns the option that sets all others at once. To be set before any of them.
  [[nodiscard]] static AlgorithmOption variant_option();
};

constexpr YbwcSettings YbwcSettings::best() {
  YbwcSettings settings;
  settings.polling = Polling::son;
  settings.tries = 8;
  return settings;
}

inline AlgorithmOption YbwcSettings::variant_option() {
  return variants_option<YbwcSettings>(
      "ybwc-variant",
      "set all options of YBWC at once; other options may change them: published; best, in which "
      "processors look for messages before each son, and ask processor 0 after eight refusals");
}

} // namespace eldest
