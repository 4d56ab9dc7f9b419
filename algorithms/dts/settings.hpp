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

/// Counters that only DTS has.
struct DtsCounters {
  std::uint64_t help_broadcasts = 0;
  std::uint64_t processors_asked = 0;
  std::uint64_t offers = 0;
  std::uint64_t late_offers = 0;
  std::uint64_t offers_declined = 0;
  std::uint64_t joins_tried = 0;
  std::uint64_t joins_refused = 0;
  std::uint64_t joins = 0;
  std::uint64_t paths_unattended = 0;
  std::uint64_t paths_attended = 0;
  std::uint64_t split_points_pv = 0;
  std::uint64_t split_points_all = 0;
  std::uint64_t split_points_cut = 0;
  std::uint64_t split_points_above = 0;
  std::uint64_t sons_passed_on = 0;
  std::uint64_t split_cutoffs = 0;
  std::uint64_t dismissals = 0;
  std::uint64_t results_late = 0;
  std::uint64_t returns = 0;
  std::uint64_t returns_by_others = 0;
  std::uint64_t split_points_dropped = 0;
  std::uint64_t sons_recalled = 0;
  std::uint64_t nodes_abandoned = 0;
  std::uint64_t bounds_shared = 0;
  std::uint64_t cutoffs_from_above = 0;
  std::uint64_t scouts_restarted = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&DtsCounters::help_broadcasts>("broadcasts of processors that had become idle"),
      counter<&DtsCounters::processors_asked>(
          "processors that broadcasts were sent to, because they did not know yet of the idle one"),
      counter<&DtsCounters::offers>("broadcasts answered with a split point, by processor"),
      counter<&DtsCounters::late_offers>(
          "split points offered to processors that had found none so far"),
      counter<&DtsCounters::offers_declined>(
          "late offers declined by processors that had found work meanwhile"),
      counter<&DtsCounters::joins_tried>("split points chosen by idle processors"),
      counter<&DtsCounters::joins_refused>(
          "choices of split points that were over, with nothing else to offer"),
      counter<&DtsCounters::joins>("sons given to processors that joined a split point"),
      counter<&DtsCounters::paths_unattended>(
          "searches above a split point that a new window left without a processor"),
      counter<&DtsCounters::paths_attended>(
          "of these, those taken up by another processor than the split point's owner"),
      counter<&DtsCounters::split_points_pv>("split points made at PV nodes"),
      counter<&DtsCounters::split_points_all>("split points made at ALL nodes"),
      counter<&DtsCounters::split_points_cut>(
          "split points made at CUT nodes that had turned into ALL nodes"),
      counter<&DtsCounters::split_points_above>(
          "of all split points, those made above another one that existed before"),
      counter<&DtsCounters::sons_passed_on>(
          "further sons that processors took at the split points they were at"),
      counter<&DtsCounters::split_cutoffs>("split points cut off by a son's value"),
      counter<&DtsCounters::dismissals>(
          "processors that left a split point, which had no more sons, before others"),
      counter<&DtsCounters::results_late>(
          "values of sons whose split point was over when they came"),
      counter<&DtsCounters::returns>("split points whose value the last processor there returned"),
      counter<&DtsCounters::returns_by_others>(
          "of these, those returned by another processor than the one that made them"),
      counter<&DtsCounters::split_points_dropped>(
          "split points given up because of what happened above them, or by the end of the search"),
      counter<&DtsCounters::sons_recalled>(
          "sons of split points given up unfinished, because their processors were told to stop"),
      counter<&DtsCounters::nodes_abandoned>(
          "nodes on their paths that processors left unfinished because they were told to stop"),
      counter<&DtsCounters::bounds_shared>("new bounds sent to processors at split points"),
      counter<&DtsCounters::cutoffs_from_above>("nodes cut off by a new bound from above"),
      counter<&DtsCounters::scouts_restarted>("scouts begun again because their alpha had risen"),
  });

  /// Returns the number of split points made, at nodes of any type.
  [[nodiscard]] std::uint64_t splits() const {
    return split_points_pv + split_points_all + split_points_cut;
  }

  bool operator==(const DtsCounters&) const = default;
};

/// Options of DTS. options() describes the members.
struct DtsSettings {
  int min_split_depth = 2;
  int all_confidence = 1;
  int cut_confidence = 2;
  Polling polling = Polling::node;
  double node_cost = 1; ///< see YbwcSettings

  static constexpr std::string_view name = "dts";
  static constexpr std::string_view description =
      "Dynamic Tree Splitting by peers (Hyatt 1988, 1997)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = DtsCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = DtsSettings;
    return {
        number_option("dts-min-split-depth", "least depth of a split point", 1, max_depth,
                      &Own::min_split_depth),
        number_option("dts-all-confidence",
                      "number of sons searched at an ALL node before it may become a split point",
                      0, 256, &Own::all_confidence),
        number_option("dts-cut-confidence",
                      "number of sons searched without a cut-off that turn a CUT node into an ALL "
                      "node, which may become a split point",
                      1, 256, &Own::cut_confidence),
        polling_option("dts-poll", &Own::polling),
        number_option("dts-node-cost",
                      "work in a node relative to the recursive search's; 1.3 with Weill's "
                      "explicit stack",
                      0.01, 100, &Own::node_cost),
    };
  }

  bool operator==(const DtsSettings&) const = default;
};

} // namespace eldest
