#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only TDSAB has.
struct TdsabCounters {
  std::uint64_t sons_sent = 0;
  std::uint64_t sons_kept = 0;
  std::uint64_t nodes_answered = 0;
  std::uint64_t nodes_expanded = 0;
  std::uint64_t nodes_searched_alone = 0;
  std::uint64_t transpositions_joined = 0;
  std::uint64_t priorities_raised = 0;
  std::uint64_t cutoffs_with_sons = 0;
  std::uint64_t sons_stopped = 0;
  std::uint64_t stops_outvoted = 0;
  std::uint64_t stops_late = 0;
  std::uint64_t nodes_dropped = 0;
  std::uint64_t nodes_given_up = 0;
  std::uint64_t values_unwanted = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&TdsabCounters::sons_sent>("sons sent to homes on other processors"),
      counter<&TdsabCounters::sons_kept>(
          "sons whose home is the home of their father, or that are leaves in its queue"),
      counter<&TdsabCounters::nodes_answered>(
          "nodes whose value their home knew at once, by its table or by futility pruning"),
      counter<&TdsabCounters::nodes_expanded>("nodes whose sons were given to their homes"),
      counter<&TdsabCounters::nodes_searched_alone>("nodes that their home searched alone"),
      counter<&TdsabCounters::transpositions_joined>(
          "searches of a node asked for while the node was being searched or was in the queue"),
      counter<&TdsabCounters::priorities_raised>(
          "of these, those that moved a node forward in the queue"),
      counter<&TdsabCounters::cutoffs_with_sons>(
          "nodes cut off, or no longer wanted, while sons of them were being searched"),
      counter<&TdsabCounters::sons_stopped>("sons of these nodes that were still being searched"),
      counter<&TdsabCounters::stops_outvoted>(
          "of these, sons that went on because another father waited for them"),
      counter<&TdsabCounters::stops_late>("of these, sons that were complete already"),
      counter<&TdsabCounters::nodes_dropped>("nodes taken from the queue because of a stop"),
      counter<&TdsabCounters::nodes_given_up>("nodes given up unfinished because of a stop"),
      counter<&TdsabCounters::values_unwanted>("values that no father waited for any more"),
  });

  bool operator==(const TdsabCounters&) const = default;
};

/// The order in which a home takes nodes out of its queue.
enum class TdsabOrder : std::uint8_t {
  path,    ///< from left to right in the tree, which is the order of the sequential search
  arrival, ///< first come, first served
};

/// The nodes whose young sons wait for the eldest.
enum class TdsabWait : std::uint8_t {
  always,
  cut, ///< only those that are expected to be cut off
};

/// Options of TDSAB. options() describes the members.
struct TdsabSettings {
  int alone_depth = 1;
  TdsabOrder order = TdsabOrder::path;
  TdsabWait wait = TdsabWait::always;

  static constexpr std::string_view name = "tdsab";
  static constexpr std::string_view description =
      "TDSAB: positions go to their homes in the table, by MTD(f) (Kishimoto, Schaeffer 2002)";
  static constexpr bool sequential = false;
  static constexpr Search own_search = Search::mtdf;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = TdsabCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = TdsabSettings;
    return {
        number_option("tdsab-alone-depth",
                      "greatest depth of a node that its home searches alone, rather than give "
                      "the sons to their homes",
                      0, max_depth, &Own::alone_depth),
        choice_option<Own, TdsabOrder>(
            "tdsab-order",
            "order in which a home takes nodes out of its queue: path, from left to right in the "
            "tree; arrival, first come, first served",
            {{"path", TdsabOrder::path}, {"arrival", TdsabOrder::arrival}}, &Own::order),
        choice_option<Own, TdsabWait>(
            "tdsab-wait",
            "nodes whose young sons wait for the eldest: always, all nodes; cut, those that are "
            "expected to be cut off",
            {{"always", TdsabWait::always}, {"cut", TdsabWait::cut}}, &Own::wait),
    };
  }

  bool operator==(const TdsabSettings&) const = default;
};

} // namespace eldest
