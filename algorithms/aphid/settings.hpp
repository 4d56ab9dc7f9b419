#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eldest {

/// Counters that only APHID has.
struct AphidCounters {
  std::uint64_t passes = 0;
  std::uint64_t master_leaves = 0;
  std::uint64_t leaf_visits = 0;
  std::uint64_t guesses = 0;
  std::uint64_t leaf_searches = 0;
  std::uint64_t window_researches = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t leaves_moved = 0;
  std::uint64_t exemptions = 0;
  std::uint64_t slaves_given_up = 0;
  std::uint64_t slaves_found_alive = 0;
  std::uint64_t needed_nodes = 0;
  std::uint64_t ahead_nodes = 0;
  std::uint64_t abandoned_nodes = 0;
  std::uint64_t repeated_nodes = 0;
  std::uint64_t master_busy_us = 0;
  std::uint64_t with_slaves_us = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&AphidCounters::passes>("searches of the master's tree"),
      counter<&AphidCounters::master_leaves>(
          "leaves of the master's tree that were given to slaves"),
      counter<&AphidCounters::leaf_visits>(
          "visits of such leaves in the master's passes; they do not count as nodes"),
      counter<&AphidCounters::guesses>("leaf visits in which the master had to guess the value"),
      counter<&AphidCounters::leaf_searches>(
          "searches of a leaf of the master's tree by a slave, each to one depth"),
      counter<&AphidCounters::window_researches>(
          "requests of the master to a slave to search a leaf with another window"),
      counter<&AphidCounters::preemptions>(
          "searches that a slave gave up because the master waited for another"),
      counter<&AphidCounters::leaves_moved>("leaves that load balancing moved to another slave"),
      counter<&AphidCounters::exemptions>(
          "leaves below which the master moved the horizon 2 ply deeper"),
      counter<&AphidCounters::slaves_given_up>("times that the master took a slave for failed, "
                                               "because it had waited too long for a report"),
      counter<&AphidCounters::slaves_found_alive>("times that such a slave reported later"),
      counter<&AphidCounters::needed_nodes>("slaves' nodes in searches that the master waited for "
                                            "when they began; those of all slaves "
                                            "are needed, ahead, abandoned or repeated"),
      counter<&AphidCounters::ahead_nodes>(
          "slaves' nodes in searches that the master did not wait for when they began"),
      counter<&AphidCounters::abandoned_nodes>("slaves' nodes in searches that were given up"),
      counter<&AphidCounters::repeated_nodes>("slaves' nodes in searches of a leaf to a depth to "
                                              "which it had been searched before, with "
                                              "another window or by another slave"),
      counter<&AphidCounters::master_busy_us>(
          "microseconds in which the master was busy with its passes, while slaves took part"),
      counter<&AphidCounters::with_slaves_us>(
          "microseconds of the search in which slaves took part"),
  });

  bool operator==(const AphidCounters&) const = default;
};

/// Times at which APHID divides large pieces of work.
enum class AphidDivision : std::uint8_t {
  iteration,
  pass, ///< Brockington & Schaeffer, 3.4: "periodically"
  idle, ///< as `iteration`, and also after a pass
};

/// Times at which the first leaf of a pass has an infinite window.
enum class AphidPvWindow : std::uint8_t {
  always,
  invalid, ///< appendix B, in a footnote
};

/// Parameters of APHID (Brockington & Schaeffer). The paper gives no values for A, K and the
/// windows, which were chosen for each program. options() describes the members.
struct AphidSettings {
  int horizon = 0;
  int leaves = 16;
  int passes = 40;
  double load = 1;
  int granularity = 2;
  double exemption = 6;
  AphidDivision division = AphidDivision::iteration;
  bool load_balancing = true;
  int ahead = 2;
  bool parity = true;
  bool preemption = true;
  double window_margin = 0.05;
  double window_growth = 0.02;
  AphidPvWindow pv_window = AphidPvWindow::always;
  double failure_timeout = 0;

  static constexpr std::string_view name = "aphid";
  static constexpr std::string_view description = "APHID (Brockington & Schaeffer)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  /// The horizon and the slaves' counts of nodes depend on the nominal depth from the beginning.
  static constexpr bool plans_for_depth = true;
  using Counters = AphidCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = AphidSettings;
    return {
        number_option(
            "aphid-horizon",
            "d', ply of the master's tree (4 in the paper's chess and Othello, 6 to 8 in its "
            "checkers); 0: automatic",
            0, max_depth, &Own::horizon),
        number_option("aphid-leaves",
                      "number of leaves for each slave; the first automatic d' is the least that "
                      "gives as many",
                      1, 1'000'000, &Own::leaves),
        number_option("aphid-passes",
                      "number of passes for which the first automatic d' leaves the master time, "
                      "unless a slave would have no leaf",
                      1, 1'000'000, &Own::passes),
        number_option(
            "aphid-load",
            "an automatic d' that leaves slaves fewer than 4 leaves each grows by a ply for the "
            "next iteration if the master would be busy for less than this share of it; 0: never",
            0.0, 1e6, &Own::load),
        number_option("aphid-granularity",
                      "least depth of a subtree that is given to a slave, in ply; the master "
                      "searches others itself (A, 3.1)",
                      1, max_depth, &Own::granularity),
        number_option("aphid-exemption",
                      "size of a piece of work, relative to the average, from which the horizon "
                      "below it is 2 ply deeper in the next iterations (K, 3.4); 0: never",
                      0.0, 1e6, &Own::exemption),
        choice_option<Own, AphidDivision>(
            "aphid-division",
            "time at which large pieces of work are divided (3.4): iteration, all at the end of "
            "each; pass, the largest after each pass; idle, as iteration and also, while slaves "
            "are idle and the master is not busy, the largest that it waits for",
            {{"iteration", AphidDivision::iteration},
             {"pass", AphidDivision::pass},
             {"idle", AphidDivision::idle}},
            &Own::division),
        flag_option("aphid-load-balancing", "move leaves from overworked slaves to idle ones (3.4)",
                    &Own::load_balancing),
        number_option(
            "aphid-ahead",
            "iterations by which slaves may be ahead of the master's (no limit in the paper)", 0,
            max_depth, &Own::ahead),
        number_option("aphid-window-margin",
                      "half of a slave's smallest window, in the changes that the root's value "
                      "usually has from one iteration to the next (appendix B)",
                      0.0, 1e6, &Own::window_margin),
        number_option(
            "aphid-window-growth",
            "growth of that half of a window, in the same unit, for each point of priority by "
            "which work that the master waits for is more urgent (appendix B)",
            0.0, 1e6, &Own::window_growth),
        choice_option<Own, AphidPvWindow>(
            "aphid-pv-window",
            "passes whose first leaf has an infinite window: always, all; invalid, those with an "
            "invalid hypothetical value (appendix B)",
            {{"always", AphidPvWindow::always}, {"invalid", AphidPvWindow::invalid}},
            &Own::pv_window),
        flag_option("aphid-parity",
                    "expect an iteration to find the value of the last but one if the values of "
                    "odd and even depths differ (not in the paper)",
                    &Own::parity),
        flag_option(
            "aphid-preemption",
            "a slave gives up searching ahead when the master waits for something else (not in the "
            "paper)",
            &Own::preemption),
        number_option("aphid-patience",
                      "failure time-out of slaves: seconds that the master waits for a report "
                      "before it gives a slave's work to others, so that the search survives "
                      "failures of slaves; doubled after each mistake; 0: none (not in the paper)",
                      0.0, 3600.0, &Own::failure_timeout),
    };
  }

  bool operator==(const AphidSettings&) const = default;
};

} // namespace eldest
