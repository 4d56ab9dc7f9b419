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

/// Counters that only Jamboree search has.
struct JamboreeCounters {
  std::uint64_t tests = 0;
  std::uint64_t tests_failed = 0;
  std::uint64_t values = 0;
  std::uint64_t value_waits = 0;
  std::uint64_t steals_asked = 0;
  std::uint64_t requests_passed_on = 0;
  std::uint64_t requests_kept = 0;
  std::uint64_t requests_refused = 0;
  std::uint64_t tests_stolen = 0;
  std::uint64_t values_stolen = 0;
  std::uint64_t jobs_answered = 0;
  std::uint64_t jobs_aborted = 0;
  std::uint64_t jobs_given_up = 0;
  std::uint64_t own_jobs = 0;
  std::uint64_t suspensions = 0;

  static constexpr auto descriptions = std::to_array({
      counter<&JamboreeCounters::tests>("younger sons tested with a null window"),
      counter<&JamboreeCounters::tests_failed>("tests after which the son had to be valued"),
      counter<&JamboreeCounters::values>("sons valued, with an open window, after their tests"),
      counter<&JamboreeCounters::value_waits>(
          "sons whose value had to wait until their elder brothers were complete"),
      counter<&JamboreeCounters::steals_asked>("requests of processors that had nothing to do"),
      counter<&JamboreeCounters::requests_passed_on>(
          "requests passed on by a processor that had nothing to be stolen"),
      counter<&JamboreeCounters::requests_kept>(
          "requests kept until there was something to be stolen"),
      counter<&JamboreeCounters::requests_refused>("requests refused for lack of work"),
      counter<&JamboreeCounters::tests_stolen>("tests that other processors stole"),
      counter<&JamboreeCounters::values_stolen>(
          "values, of sons that had been tested, that other processors stole"),
      counter<&JamboreeCounters::jobs_answered>(
          "results of thieves that the owners of the nodes received"),
      counter<&JamboreeCounters::jobs_aborted>(
          "stolen tests and values aborted because of a cut-off, or by the end of the search"),
      counter<&JamboreeCounters::jobs_given_up>(
          "jobs that a processor left unfinished because they had been aborted"),
      counter<&JamboreeCounters::own_jobs>(
          "tests and values that a processor took from its own nodes while others, further down, "
          "waited for thieves"),
      counter<&JamboreeCounters::suspensions>("times that a node had to wait for thieves"),
  });

  bool operator==(const JamboreeCounters&) const = default;
};

/// Options of Jamboree search. options() describes the members.
struct JamboreeSettings {
  int min_steal_depth = 2;
  Polling polling = Polling::node;
  int tries = 1;
  int hops = 4;
  double node_cost = 1;

  static constexpr std::string_view name = "jamboree";
  static constexpr std::string_view description =
      "Jamboree search, scheduled by work stealing (Kuszmaul 1994)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = JamboreeCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    using Own = JamboreeSettings;
    return {
        number_option("jamboree-min-steal-depth", "least depth of a node whose sons can be stolen",
                      1, max_depth, &Own::min_steal_depth),
        polling_option("jamboree-poll", &Own::polling),
        number_option("jamboree-tries",
                      "number of refusals in a row after which a processor without work asks "
                      "processor 0, which always has work, or one of its own thieves",
                      1, 1000, &Own::tries),
        number_option("jamboree-hops",
                      "greatest number of times that a request for work is passed on", 0, 1000,
                      &Own::hops),
        number_option("jamboree-node-cost",
                      "work in a node relative to the recursive search's: the cost of an explicit "
                      "stack",
                      0.01, 100, &Own::node_cost),
    };
  }

  bool operator==(const JamboreeSettings&) const = default;
};

} // namespace eldest
