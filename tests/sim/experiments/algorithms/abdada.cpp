#include "tests/support/catch.hpp"
#include "tests/support/crowded_search.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/chess/root.hpp"

#include <vector>

using namespace eldest;

TEST_CASE("ABDADA finds the minimax value of random trees on random machines") {
  test::check_random_cases(AbdadaSettings{}, 20, 50);
}

TEST_CASE("ABDADA finds the minimax value of chess positions") {
  const auto problems = open_problems({"chess", ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd"});
  for (const auto& problem : problems) {
    const chess::Root root(problem.position);
    test::Case test;
    test.processors = test.machine.hosts = 5;
    test.settings.depth = 3;
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      test.settings.search = search;
      CAPTURE(problem.id, static_cast<int>(search));
      CHECK(test::run_isolated(test, problem).value ==
            minimax(root.position(), test.settings.depth));
    }
  }
}

TEST_CASE("ABDADA on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(AbdadaSettings{});
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(AbdadaSettings{}, 1);
    test.settings.search = search;
    CHECK(test::run_isolated(test).counters.deferred == 0);
  }
}

TEST_CASE("ABDADA gains from processors, loses the gain to latency, and never loses the value") {
  const auto alone = test::run_isolated(test::shared_work(AbdadaSettings{}, 1));
  std::vector<double> times;
  for (const auto* const latency : {"0us", "100us", "10ms"}) {
    auto test = test::shared_work(AbdadaSettings{}, 8);
    test.machine.latency = latency;
    const auto result = test::run_isolated(test);
    CHECK(result.value == alone.value);
    CHECK(result.counters.deferred > 0);
    times.push_back(result.time);
  }
  CHECK(alone.time / times[0] > 2);
  CHECK(times[0] < times[1]);
  CHECK(times[1] < times[2]);
}

TEST_CASE("every second of an ABDADA search is work, communication or idle") {
  test::check_accounts(test::shared_work(AbdadaSettings{}, 6));
}

TEST_CASE("at shallow depth there is no busy-wait storm: deferring costs no more than searching") {
  test::check_few_moves(AbdadaSettings{});
}

TEST_CASE("a table too small for the search's own path loses no count and no value") {
  test::check_table_too_small(AbdadaSettings{});
}

TEST_CASE("the same simulation twice gives the same result to the bit") {
  const auto test = test::shared_work(AbdadaSettings{}, 7);
  test::check_repeatable(test);
}
