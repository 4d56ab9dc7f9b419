#pragma once

#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

namespace eldest::test {

/// Checks that sixteen processors find the value with a table too small for the path of a single
/// search. `simulate` itself fails if processors stay counted in the table.
inline void check_table_too_small(const Algorithm& algorithm) {
  auto test = shared_work(algorithm, 16);
  test.tables.entries = 4; // one bucket: every entry is busy nearly always
  const auto crowd = run_isolated(test);
  test.tables.entries = 1 << 16;
  CHECK(crowd.value == run_isolated(test).value);
}

/// Checks that sixteen processors find the value, and lose no time by looking for work. The tree
/// has so few moves that nearly all nodes are already being searched.
inline void check_few_moves(const Algorithm& algorithm) {
  auto test = shared_work(algorithm, 16);
  test.tree = "b=3,order=0.5,noise=40,seed=7";
  test.settings.depth = 3;
  const auto crowd = run_isolated(test);
  test.processors = 1;
  const auto alone = run_isolated(test);
  CHECK(crowd.value == alone.value);
  CHECK(crowd.time < 3 * alone.time);
}

} // namespace eldest::test
