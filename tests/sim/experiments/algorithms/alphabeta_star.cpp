#include "algorithms/alphabeta_star/alphabeta_star.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/crowded_search.hpp"
#include "tests/support/simulated_search.hpp"

#include <array>

using namespace eldest;

namespace {

AlphaBetaStarSettings random_options(SplitMix64& random) {
  constexpr std::array speculations{0, 1, 2, 3, 8, 4096};
  constexpr std::array granularities{0.0, 10.0, 100.0};
  return {speculations[random() % speculations.size()], test::draw(random, 0, 4),
          granularities[random() % granularities.size()]};
}

AlphaBetaStarCounters run(int processors, AlphaBetaStarSettings own) {
  return test::counters_of<AlphaBetaStarCounters>(
      test::run_isolated(test::shared_work(own, processors)));
}

} // namespace

TEST_CASE("alpha-beta* finds the minimax value of random trees on random machines") {
  test::check_random_cases(AlphaBetaStarSettings{}, 51, 40);
}

TEST_CASE("alpha-beta* finds the minimax value with any of its options") {
  test::check_random_cases(AlphaBetaStarSettings{}, 52, 60,
                           [](test::Case& test, SplitMix64& random) {
                             test.own<AlphaBetaStarSettings>() = random_options(random);
                           });
}

TEST_CASE("alpha-beta*'s options find the minimax value with aspiration and internal deepening") {
  test::check_random_cases(AlphaBetaStarSettings{}, 53, 40,
                           [](test::Case& test, SplitMix64& random) {
                             test.own<AlphaBetaStarSettings>() = random_options(random);
                             test.settings.aspiration = test::draw(random, 1, 60);
                             test.settings.internal_deepening =
                                 test::draw(random, 0, 1) == 0 ? 0 : test::draw(random, 3, 5);
                           });
}

TEST_CASE("alpha-beta* on one processor searches the nodes of the sequential search") {
  for (const int speculation : {0, 1, 16}) {
    test::check_nodes_of_sequential_search(AlphaBetaStarSettings{speculation, 0});
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      auto test = test::shared_work(AlphaBetaStarSettings{speculation, 1}, 1);
      test.settings.search = search;
      const auto alone = test::run_isolated(test);
      CHECK(alone.counters.deferred == 0);
      test.algorithm = sequential_algorithm(search);
      CHECK(alone.nodes() == test::run_isolated(test).nodes());
    }
  }
}

TEST_CASE("every second of an alpha-beta* search is accounted for, and a repetition has the same "
          "result") {
  auto test = test::shared_work(AlphaBetaStarSettings{1, 1}, 7);
  test::check_accounts(test);
  test::check_repeatable(test);
}

TEST_CASE("latency costs alpha-beta* time only") {
  test::check_latency_costs_time_only(AlphaBetaStarSettings{});
}

TEST_CASE("alpha-beta* is no slower on two or three processors than on one") {
  test::check_no_regression_at_two_or_three(AlphaBetaStarSettings{});
}

TEST_CASE(
    "eldest sons of alpha-beta* are gone past by as many processors as may, and by none at 0") {
  for (const int update_depth : {0, 2}) {
    CAPTURE(update_depth);
    const auto none = run(32, {0, update_depth});
    const auto some = run(32, {16, update_depth});
    const auto all = run(32, {1, update_depth});
    CHECK(none.past_eldest == 0);
    CHECK(some.past_eldest > 0);
    CHECK(all.past_eldest > some.past_eldest);
  }
}

TEST_CASE(
    "no processor of alpha-beta* goes past an eldest son with fewer in the node than it takes") {
  CHECK(run(7, {8, 2}).past_eldest == 0);
  CHECK(run(8, {8, 2}).past_eldest > 0);
}

TEST_CASE(
    "alpha-beta* writes bounds early and looks fathers up only where nodes take long enough") {
  const auto always = run(8, {16, 1, 0});
  const auto sometimes = run(8, {16, 1, 100});
  const auto hardly = run(8, {16, 1, 1e6});
  CHECK(sometimes.returns < always.returns);
  CHECK(hardly.returns < sometimes.returns / 4);
  CHECK(sometimes.bounds_published < always.bounds_published);
  CHECK(hardly.returns > 0); // those that are measured
}

TEST_CASE("processors that go where the fewest are search less than those of ABDADA, which do not "
          "ask how many") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(AlphaBetaStarSettings{0, 0}, 64);
    test.settings.search = search;
    const auto parted = test::run_isolated(test);
    CHECK(parted.own_counters.at("rounds") > 0);
    test.algorithm = AbdadaSettings{};
    const auto together = test::run_isolated(test);
    CHECK(parted.value == together.value);
    CHECK(parted.nodes() < together.nodes());
  }
}

TEST_CASE("bounds in the table spare alpha-beta* nodes that others have cut off") {
  auto test = test::shared_work(AlphaBetaStarSettings{1, 0}, 16);
  const auto silent = test::search_trees(test);
  test.own<AlphaBetaStarSettings>().update_depth = 1;
  const auto updated = test::search_trees(test);
  CHECK(silent.own_counters.at("bounds_published") == 0);
  CHECK(silent.own_counters.at("returns") == 0);
  CHECK(updated.own_counters.at("bounds_published") > 0);
  CHECK(updated.own_counters.at("return_hits") > 0);
  CHECK(updated.counters.nodes() < silent.counters.nodes());
}

TEST_CASE("alpha-beta* with a table too small for its own path loses no count and no value") {
  test::check_table_too_small(AlphaBetaStarSettings{1, 1});
}

TEST_CASE("where nearly every son has processors in it, alpha-beta* searches all the same") {
  for (const int speculation : {0, 1, 16})
    test::check_few_moves(AlphaBetaStarSettings{speculation, 2});
}
