#include "algorithms/jamboree/settings.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chess_positions.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/stealing_checks.hpp"

#include <string>

using namespace eldest;

namespace {

/// Draws every option of Jamboree search except the cost of a node.
void vary_jamboree(test::Case& test, SplitMix64& random) {
  test.own<JamboreeSettings>() = {.min_steal_depth = test::draw(random, 1, 3),
                                  .polling = test.seed % 4 == 0 ? Polling::son : Polling::node,
                                  .tries = test.seed % 3 == 0 ? 3 : 1,
                                  .hops = test::draw(random, 0, 6)};
}

JamboreeCounters counters_on(const std::string& tree, int processors) {
  auto test = test::shared_work(JamboreeSettings{}, processors);
  test.tree = tree;
  return test::counters_of<JamboreeCounters>(test::run_isolated(test));
}

} // namespace

TEST_CASE("Jamboree search finds the minimax value of chess positions") {
  test::check_chess_positions(JamboreeSettings{}, 61, vary_jamboree);
}

TEST_CASE(
    "Jamboree search finds the minimax value of random trees on random machines, answers or aborts "
    "every stolen search, and has a value follow every failed test") {
  JamboreeCounters sum;
  for (const auto& [test, result] :
       test::check_random_cases(JamboreeSettings{}, 62, 120, vary_jamboree)) {
    const auto counters = test::counters_of<JamboreeCounters>(result);
    CAPTURE(describe(test));
    sum += counters;
    const auto stolen = counters.tests_stolen + counters.values_stolen;
    CHECK(stolen == counters.jobs_answered + counters.jobs_aborted);
    CHECK(counters.jobs_given_up <= counters.jobs_aborted);
    CHECK(counters.tests_failed <= counters.tests);
    CHECK(counters.values <= counters.tests_failed); // a cut-off may come before the value
    CHECK(counters.value_waits <= counters.tests_failed);
    CHECK(counters.tests_stolen <= counters.tests);
    CHECK(counters.values_stolen <= counters.values);
    // The end of the search answers the last request of each processor.
    CHECK(stolen + counters.requests_refused <= counters.steals_asked);
    if (test.processors == 1) {
      CHECK(counters.values == counters.tests_failed);
      CHECK(counters.suspensions + counters.own_jobs + counters.value_waits == 0);
    }
  }
  // Every event has occurred at least once.
  CHECK(sum.values > 0);
  CHECK(sum.value_waits > 0);
  CHECK(sum.tests_stolen > 0);
  CHECK(sum.values_stolen > 0);
  CHECK(sum.jobs_aborted > 0);
  CHECK(sum.jobs_given_up > 0);
  CHECK(sum.requests_passed_on > 0);
  CHECK(sum.requests_kept > 0);
  CHECK(sum.requests_refused > 0);
  CHECK(sum.suspensions > 0);
}

TEST_CASE("Jamboree search on one processor searches the nodes of NegaScout") {
  auto test = test::shared_work(JamboreeSettings{}, 1);
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    test.settings.search = search; // a scout search with either
    const auto jamboree = test::check_sequential_alone(test, Search::negascout);
    CHECK(jamboree.own_counters.at("tests") > jamboree.own_counters.at("values"));
    CHECK(jamboree.own_counters.at("values") > 0);
  }
  const double work = test::run_isolated(test).account().work;
  test.own<JamboreeSettings>().node_cost = 1.5;
  CHECK(test::run_isolated(test).account().work == Approx(1.5 * work));
}

TEST_CASE("on a perfectly ordered tree no test of Jamboree search fails, and no node is lost") {
  auto test = test::shared_work(JamboreeSettings{}, 1);
  test.tree = "b=10,order=1";
  const auto alone = test::run_isolated(test);
  CHECK(alone.own_counters.at("tests_failed") == 0);
  test.processors = test.machine.hosts = 8;
  const auto crowd = test::run_isolated(test);
  CHECK(crowd.nodes() == alone.nodes());
  CHECK(crowd.own_counters.at("tests") == alone.own_counters.at("tests"));
  CHECK(crowd.own_counters.at("values") == 0);
  CHECK(crowd.own_counters.at("values_stolen") == 0);
  CHECK(crowd.own_counters.at("tests_stolen") > 0);
  CHECK(3 * crowd.time < alone.time);
}

TEST_CASE("on a badly ordered tree, sons wait to be valued until their elder brothers are done") {
  const auto badly_ordered = [](int seed) {
    return "b=10,order=0,noise=60,seed=" + std::to_string(seed);
  };
  CHECK(counters_on(badly_ordered(3), 1).value_waits == 0);
  JamboreeCounters crowd;
  for (int seed = 1; seed <= 8; ++seed)
    crowd += counters_on(badly_ordered(seed), 8);
  CHECK(crowd.value_waits > 0);
  CHECK(crowd.values_stolen > 0);
  // A value may become possible while the owner of its node waits for thieves further down.
  CHECK(crowd.own_jobs > 0);
  CHECK(crowd.values > 8 * counters_on("b=10,order=0.9,noise=60,seed=3", 8).values);
}

TEST_CASE("Jamboree search gains from two processors already, and from more, with any tables") {
  test::check_gain_with_any_tables(JamboreeSettings{});
}

TEST_CASE("Jamboree search loses to latency time, never the value") {
  test::check_latency_costs_time_only(JamboreeSettings{});
}

TEST_CASE("no search is stolen at a node that is not deep enough, and nobody asks without end") {
  auto test = test::shared_work(JamboreeSettings{}, 16);
  test.own<JamboreeSettings>().min_steal_depth = test.settings.depth + 1;
  const auto result = test::run_isolated(test);
  CHECK(result.own_counters.at("tests_stolen") + result.own_counters.at("values_stolen") == 0);
  test::check_few_requests(result, test.own<JamboreeSettings>().hops);

  // Only the root's sons are stolen, so that the root's owner must wait for the thieves.
  test.own<JamboreeSettings>().min_steal_depth = test.settings.depth;
  const auto root = test::run_isolated(test);
  CHECK(root.own_counters.at("tests_stolen") > 0);
  CHECK(root.own_counters.at("suspensions") == 1);
  CHECK(root.value == result.value);
}

TEST_CASE("every second of a Jamboree search is work, communication or idle, and a repetition has "
          "the same result") {
  auto test = test::shared_work(JamboreeSettings{}, 7);
  test::check_accounts(test);
  test.jitter = 20e-6;
  test::check_repeatable(test);
}

TEST_CASE("looks before each son and further tries change a Jamboree search") {
  auto test = test::shared_work(JamboreeSettings{}, 8);
  const auto usual = test::search_trees(test);
  test.own<JamboreeSettings>().polling = Polling::son;
  const auto looking = test::search_trees(test);
  CHECK(looking.time != usual.time);
  test.own<JamboreeSettings>().tries = 8;
  CHECK(test::search_trees(test).time != looking.time);
}
