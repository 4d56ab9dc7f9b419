#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "algorithms/shared_nodes/settings.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The counters that only ABDADA has.
struct AbdadaCounters {
  std::uint64_t second_pass = 0;
  std::uint64_t parent_checks = 0;
  std::uint64_t parent_check_hits = 0;
  std::uint64_t windows_pushed = 0;
  std::uint64_t windows_received = 0;
  std::uint64_t window_hits = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t joined = 0;
  std::uint64_t met = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&AbdadaCounters::second_pass>("sons visited in ABDADA's second pass over a node"),
      counter<&AbdadaCounters::parent_checks>("table reads of a father when a son is finished"),
      counter<&AbdadaCounters::parent_check_hits>(
          "parent checks that ended the search of the father"),
      counter<&AbdadaCounters::windows_pushed>(
          "messages that told another processor in a node its new bound"),
      counter<&AbdadaCounters::windows_received>(
          "messages with such a bound that a searching processor read"),
      counter<&AbdadaCounters::window_hits>(
          "received bounds that ended the search of a node on the path"),
      counter<&AbdadaCounters::abandoned>(
          "nodes given up because a node above them was cut off or answered by others"),
      counter<&AbdadaCounters::joined>(
          "sons entered in the second pass while other processors were searching them"),
      counter<&AbdadaCounters::met>("sum of the processors found in those sons"),
  });

  /// Adds the counts of information that this processor has exchanged about nodes.
  void add(const SharingCounts& counts) {
    parent_checks += counts.parent_checks;
    parent_check_hits += counts.parent_check_hits;
    windows_pushed += counts.windows_pushed;
    windows_received += counts.windows_received;
    window_hits += counts.window_hits;
    abandoned += counts.abandoned;
  }

  bool operator==(const AbdadaCounters&) const = default;
};

/// The son at which the second pass over a node's sons begins. The others follow in order, and
/// after the last comes the first. Processors that are in a node together have the same deferred
/// sons before them. If all of them begin with the first, they search the same subtrees together.
/// AbdadaSettings::options() describes the values.
enum class SecondPass : std::uint8_t { first, arrival, rank };

/// Variants of ABDADA (Weill 1996), each off by default, in any combination. A check or a push at a
/// node is worth its messages only if enough is left to be searched there. So each has a depth, in
/// ply left to be searched at the node. The best depth for pushes depends on the machine. With a
/// `push_granularity`, a processor hardly pushes unless nodes take long compared with messages. It
/// measures both times. options() describes the members.
struct AbdadaSettings {
  /// The combination that searched fastest (results/variants). In it, the processors in a node go
  /// to different sons, and leave work that new bounds make superfluous. Because few bounds end a
  /// search, they are sent where the node's search takes at least 3,000 times as long as sending
  /// one, and in few other cases (Payoff).
  [[nodiscard]] static constexpr AbdadaSettings best();

  bool revisit_deferred_only = false;
  SecondPass second_pass = SecondPass::first;
  int defer_depth = 1;
  int push_depth = 0; ///< footnote 12's first cure
  double push_granularity = 0;
  int parent_check_depth = 0; ///< footnote 12's second cure
  int cutoff_check_depth = 0;
  double answer_timeout = 0; ///< for failure resistance (Weill 1996, section 4)

  static constexpr std::string_view name = "abdada";
  static constexpr std::string_view description = "ABDADA (Weill 1996)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = AbdadaCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = AbdadaSettings;
    return {
        variant_option(),
        flag_option("abdada-revisit-deferred-only",
                    "the second pass over a node's sons visits only those that were deferred "
                    "(Weill 1996, footnote 9)",
                    &Own::revisit_deferred_only),
        choice_option<Own, SecondPass>(
            "abdada-second-pass",
            "son at which the second pass begins: first, as in Weill's Figure 1; arrival, the one "
            "whose index is the number of processors that were already in the node; rank, one at "
            "random, by rank and position",
            {{"first", SecondPass::first},
             {"arrival", SecondPass::arrival},
             {"rank", SecondPass::rank}},
            &Own::second_pass),
        number_option("abdada-defer-depth",
                      "sons are deferred in nodes of at least this depth (Kerrigan's DEFER_DEPTH)",
                      1, max_depth, &Own::defer_depth),
        number_option("abdada-push-depth",
                      "least depth of a node whose new bounds are sent to the processors in it, "
                      "which narrow their windows or leave (Weill, footnote 12); 0: none is sent",
                      0, max_depth, &Own::push_depth),
        number_option("abdada-push-grain",
                      "least time to search a node whose new bounds are sent, relative to the time "
                      "of sending one to one processor, both as measured; 0: any time",
                      0, 1e6, &Own::push_granularity),
        number_option(
            "abdada-parent-check-depth",
            "least depth of a father that is looked up in the table when a son is finished, to see "
            "whether it still needs to be searched (Weill, footnote 12); 0: none is",
            0, max_depth, &Own::parent_check_depth),
        number_option(
            "abdada-cutoff-check-depth",
            "least depth of a node before whose young sons the path is looked up in the table, to "
            "see whether its nodes still need to be searched (Kerrigan); 0: none is",
            0, max_depth, &Own::cutoff_check_depth),
        number_option(
            "abdada-timeout",
            "seconds to wait for a table answer; then the node is searched without it, so that the "
            "search survives failures; 0: no limit",
            0, 3600, &Own::answer_timeout),
    };
  }

  [[nodiscard]] SharingSettings sharing() const {
    return {.push_depth = push_depth,
            .push_granularity = push_granularity,
            .parent_check_depth = parent_check_depth,
            .cutoff_check_depth = cutoff_check_depth,
            .answer_timeout = answer_timeout};
  }

  /// Makes the table keep the ranks of the processors that search a node, if new windows are pushed
  /// to them. Otherwise the table keeps no ranks.
  void require_tables(TableSettings& tables) const { tables.record_searchers = push_depth > 0; }

  bool operator==(const AbdadaSettings&) const = default;

private:
  /// The option that sets all others at once. To be set before any of them.
  [[nodiscard]] static AlgorithmOption variant_option();
};

constexpr AbdadaSettings AbdadaSettings::best() {
  AbdadaSettings settings;
  settings.revisit_deferred_only = true;
  settings.second_pass = SecondPass::arrival;
  settings.push_depth = 2;
  settings.push_granularity = 3000;
  return settings;
}

inline AlgorithmOption AbdadaSettings::variant_option() {
  return variants_option<AbdadaSettings>(
      "abdada-variant",
      "set all options of ABDADA at once; other options may change them: published, Weill's "
      "Figures 1 and 2; best, a second pass over deferred sons only, which each processor begins "
      "at a different one (arrival), and bounds sent in nodes of depth 2 and more whose search "
      "takes 3000 times as long as sending one");
}

} // namespace eldest
