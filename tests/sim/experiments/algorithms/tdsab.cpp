#include "algorithms/tdsab/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chess_positions.hpp"
#include "tests/support/simulated_search.hpp"

#include <string>

using namespace eldest;

namespace {

/// Draws every option of TDSAB.
void vary_tdsab(test::Case& test, SplitMix64& random) {
  test.algorithm = test::vary(test.algorithm, random);
}

TdsabCounters tdsab_counters(const SearchResult& result) {
  return test::counters_of<TdsabCounters>(result);
}

} // namespace

TEST_CASE("TDSAB finds the minimax value of chess positions") {
  test::check_chess_positions(TdsabSettings{}, 131, vary_tdsab);
}

TEST_CASE(
    "TDSAB finds the minimax value of random trees on random machines, and closes every son") {
  TdsabCounters sum;
  for (const auto& [test, result] :
       test::check_random_cases(TdsabSettings{}, 132, 120, vary_tdsab)) {
    const auto counters = tdsab_counters(result);
    CAPTURE(describe(test));
    sum += counters;
    CHECK(counters.priorities_raised <= counters.transpositions_joined);
    CHECK(counters.stops_outvoted + counters.stops_late <= counters.sons_stopped);
    CHECK(counters.nodes_dropped + counters.nodes_given_up <= counters.sons_stopped);
    CHECK(counters.values_unwanted <= counters.sons_stopped);
    const auto begun =
        counters.nodes_answered + counters.nodes_expanded + counters.nodes_searched_alone;
    CHECK(begun <= counters.sons_sent + counters.sons_kept + result.counters.root_researches +
                       result.iterations.size());
    if (test.processors == 1) {
      CHECK(counters.sons_sent == 0);
      CHECK(result.traffic.messages == 0);
    }
  }
  CHECK(sum.cutoffs_with_sons > 0);
  CHECK(sum.stops_late > 0);
  CHECK(sum.nodes_dropped > 0);
  CHECK(sum.nodes_given_up > 0);
  CHECK(sum.values_unwanted > 0);
}

TEST_CASE("TDSAB on one processor searches the nodes of MTD(f), whatever the settings ask for") {
  for (const int alone_depth : {0, 1, 2, 9}) {
    for (const auto search : {Search::alphabeta, Search::negascout, Search::mtdf}) {
      auto test = test::shared_work(TdsabSettings{.alone_depth = alone_depth}, 1);
      test.settings.search = search;
      CAPTURE(alone_depth);
      test::check_sequential_alone(test, Search::mtdf);
    }
  }
}

TEST_CASE("TDSAB gains from two processors already, and from more, with any tables") {
  test::check_gain_with_any_tables(TdsabSettings{});
}

TEST_CASE("TDSAB loses to latency time, never the value") {
  test::check_latency_costs_time_only(TdsabSettings{});
}

TEST_CASE("every second of a TDSAB search is work, communication or idle, and a repetition has the "
          "same result") {
  auto test = test::shared_work(TdsabSettings{}, 7);
  test::check_accounts(test);
  test.jitter = 20e-6;
  test::check_repeatable(test);
}

TEST_CASE("the accesses of TDSAB to a table of nodes that are expanded are local") {
  auto test = test::shared_work(TdsabSettings{.alone_depth = 0}, 8);
  test.tree = "b=6,order=0.7,noise=30,seed=5,transpositions=0.5";
  test.settings.depth = 5;
  const auto result = test::run_isolated(test);
  CHECK(tdsab_counters(result).transpositions_joined > 0);
  // The root of the first iteration is searched alone, but its sons are leaves.
  CHECK(result.traffic.remote_reads == 0);
}

TEST_CASE("without a table the homes still join the searches of a position") {
  auto test = test::shared_work(TdsabSettings{.alone_depth = 1}, 8);
  test.tree = "b=6,order=0.5,noise=40,seed=5,transpositions=0.9";
  test.settings.depth = 5;
  test.tables.sharing = TableSharing::none;
  const auto result = test::run_isolated(test);
  CHECK(tdsab_counters(result).transpositions_joined > 10);
  test.tables.sharing = TableSharing::local;
  const auto own_tables = test::run_isolated(test);
  CHECK(own_tables.value == result.value);
  CHECK(own_tables.nodes() < result.nodes());
}

TEST_CASE("the options of TDSAB change its search, not its value") {
  auto test = test::shared_work(TdsabSettings{}, 8);
  const auto usual = test::run_isolated(test);
  for (const auto& own :
       {TdsabSettings{.alone_depth = 2}, TdsabSettings{.order = TdsabOrder::arrival},
        TdsabSettings{.wait = TdsabWait::cut}}) {
    test.algorithm = own;
    const auto other = test::run_isolated(test);
    CHECK(other.value == usual.value);
    CHECK(other.time != usual.time);
  }
  test.algorithm = TdsabSettings{.alone_depth = test.settings.depth};
  const auto alone = test::run_isolated(test);
  CHECK(alone.value == usual.value);
  CHECK(tdsab_counters(alone).nodes_expanded == 0);
}

TEST_CASE("young sons that do not wait at ALL nodes make TDSAB faster") {
  auto test = test::shared_work(TdsabSettings{}, 8);
  const auto waiting = test::search_trees(test);
  test.own<TdsabSettings>().wait = TdsabWait::cut;
  CHECK(test::search_trees(test).time < waiting.time);

  // In a tree whose first moves are the best, little is lost by that.
  test.tree = "b=10,order=1";
  test.processors = test.machine.hosts = 1;
  const auto alone = test::run_isolated(test);
  test.processors = test.machine.hosts = 8;
  CHECK(20 * test::run_isolated(test).nodes() < 21 * alone.nodes());
}
