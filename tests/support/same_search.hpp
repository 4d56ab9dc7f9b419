#pragma once

#include "algorithms/search/worker.hpp"
#include "tests/support/catch.hpp"

#include <cstddef>

namespace eldest::test {

/// Checks that two searches have visited the same number of nodes and found the same in every
/// iteration.
inline void check_same_search(const SearchOutcome& found, const SearchOutcome& expected) {
  REQUIRE(found.nodes == expected.nodes);
  REQUIRE(found.iterations.size() == expected.iterations.size());
  for (std::size_t i = 0; i < found.iterations.size(); ++i) {
    REQUIRE(found.iterations[i].value == expected.iterations[i].value);
    REQUIRE(found.iterations[i].move == expected.iterations[i].move);
  }
}

} // namespace eldest::test
