#pragma once

#include "algorithms/ybwc/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <cstddef>
#include <cstdint>

namespace eldest::test {

/// Checks that every request in a search by YBWC is answered, and that every slave answers or is
/// stopped.
inline void check_requests_answered(const YbwcCounters& counters, int processors) {
  CHECK(counters.splits == counters.jobs_answered + counters.slaves_stopped);
  CHECK(counters.jobs_given_up <= counters.slaves_stopped);
  // The end of the search answers the last request of each processor.
  const auto asked = counters.steals_asked + counters.helps_asked;
  const auto answered = counters.splits + counters.requests_refused;
  CHECK(answered <= asked);
  CHECK(asked <= answered + static_cast<std::uint64_t>(processors));
}

/// Checks that processor 0 does all of the work, and that the others wait.
inline void check_others_idle(const SearchResult& result) {
  for (std::size_t rank = 1; rank < result.processors.size(); ++rank) {
    CHECK(result.processors[rank].account.work == 0);
    CHECK(result.processors[rank].account.idle > 0.99 * result.time);
  }
}

/// Checks that there are few requests where nothing can be stolen. Each thief asks, is refused by
/// the others, asks processor 0, and waits there until the end.
inline void check_few_requests(const SearchResult& result, int hops) {
  const auto thieves = result.processors.size() - 1;
  CHECK(result.own_counters.at("steals_asked") <= 2 * thieves);
  CHECK(result.own_counters.at("requests_passed_on") <= thieves * static_cast<std::size_t>(hops));
  check_others_idle(result);
}

} // namespace eldest::test
