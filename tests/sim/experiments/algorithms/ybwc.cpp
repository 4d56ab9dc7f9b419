#include "algorithms/ybwc/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chess_positions.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/stealing_checks.hpp"

#include <string>

using namespace eldest;

namespace {

/// Draws every option of YBWC.
void vary_ybwc(test::Case& test, SplitMix64& random) {
  const auto toss = [&] { return test::draw(random, 0, 1) == 0; };
  test.own<YbwcSettings>() = {.victim = toss() ? VictimChoice::random : VictimChoice::nearest,
                              .star = toss(),
                              .min_split_depth = test::draw(random, 1, 3),
                              .helpful_master = toss(),
                              .polling = toss() ? Polling::node : Polling::son,
                              .tries = test::draw(random, 1, 4),
                              .hops = test::draw(random, 0, 6)};
}

} // namespace

TEST_CASE("YBWC finds the minimax value of chess positions") {
  test::check_chess_positions(YbwcSettings{}, 32, vary_ybwc);
}

TEST_CASE(
    "YBWC finds the minimax value of random trees on random machines, answers every request, and "
    "has every slave answer or stop") {
  YbwcCounters sum;
  for (const auto& [test, result] : test::check_random_cases(YbwcSettings{}, 31, 120, vary_ybwc)) {
    const auto counters = test::counters_of<YbwcCounters>(result);
    CAPTURE(describe(test));
    sum += counters;
    test::check_requests_answered(counters, test.processors);
    CHECK(counters.masters_helping <= counters.helps_asked);
    if (!test.own<YbwcSettings>().helpful_master)
      CHECK(counters.helps_asked == 0);
    if (test.own<YbwcSettings>().hops == 0 && counters.waits_for_slaves == 0)
      CHECK(counters.requests_passed_on == 0);
  }
  // Every event has occurred at least once.
  CHECK(sum.splits > 0);
  CHECK(sum.masters_helping > 0);
  CHECK(sum.slaves_stopped > 0);
  CHECK(sum.jobs_given_up > 0);
  CHECK(sum.requests_passed_on > 0);
  CHECK(sum.requests_kept > 0);
  CHECK(sum.requests_refused > 0);
  CHECK(sum.bounds_sent > 0);
  CHECK(sum.bound_cutoffs > 0);
  CHECK(sum.scouts_moved > 0);
  CHECK(sum.jumps > 0);
}

TEST_CASE("YBWC on one processor searches the nodes of the sequential search") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(YbwcSettings{}, 1);
    test.settings.search = search;
    const auto ybwc = test::check_sequential_alone(test, search);
    test.own<YbwcSettings>().node_cost = 1.5;
    CHECK(test::run_isolated(test).account().work == Approx(1.5 * ybwc.account().work));
  }
}

TEST_CASE("YBWC gains from two processors already, and from more, with any tables") {
  test::check_gain_with_any_tables(YbwcSettings{});
}

TEST_CASE("YBWC loses to latency time, never the value") {
  test::check_latency_costs_time_only(YbwcSettings{});
}

TEST_CASE("a waiting YBWC master for whom no help is found waits, and goes on") {
  // Only the root is split. Its slaves have nothing to give to its owner, which must wait for them.
  auto test = test::shared_work(YbwcSettings{}, 4);
  test.own<YbwcSettings>().min_split_depth = test.settings.depth;
  const auto result = test::run_isolated(test);
  CHECK(result.value == test::run_isolated(test::shared_work(AbdadaSettings{}, 1)).value);
  CHECK(result.own_counters.at("splits") > 0);
  CHECK(result.own_counters.at("waits_for_slaves") == 1);
  CHECK(result.own_counters.at("helps_asked") > 0);
  CHECK(result.own_counters.at("masters_helping") == 0);
  CHECK(result.processors[0].account.idle > 0);
  CHECK(result.own_counters.at("helps_asked") <= 2 * result.own_counters.at("jobs_answered"));
}

TEST_CASE("idle processors make no storm of requests while there is no work to give") {
  auto test = test::shared_work(YbwcSettings{}, 16);
  test.own<YbwcSettings>().min_split_depth = test.settings.depth + 1;
  const auto result = test::run_isolated(test);
  CHECK(result.own_counters.at("splits") == 0);
  test::check_few_requests(result, test.own<YbwcSettings>().hops);
}

TEST_CASE("a helpful master is idle for less of the time") {
  auto test = test::shared_work(YbwcSettings{}, 4);
  test.own<YbwcSettings>().helpful_master = false;
  const auto waiting = test::search_trees(test);
  test.own<YbwcSettings>().helpful_master = true;
  const auto helping = test::search_trees(test);
  CHECK(waiting.own_counters.at("masters_helping") == 0);
  CHECK(helping.own_counters.at("masters_helping") > 0);
  CHECK(helping.account.idle / helping.account.total() <
        0.9 * waiting.account.idle / waiting.account.total());
  CHECK(helping.time < waiting.time);
}

TEST_CASE("YBWC searches fewer nodes than ABDADA, and is idle for more of the time") {
  // YBWC searches fewer nodes than ABDADA, but waits longer (Weill 1996, section 4).
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(YbwcSettings{}, 16);
    test.settings.search = search;
    const auto ybwc = test::search_trees(test);
    test.algorithm = AbdadaSettings{};
    const auto abdada = test::search_trees(test);
    CAPTURE(static_cast<int>(search));
    CHECK(ybwc.counters.nodes() < abdada.counters.nodes());
    CHECK(ybwc.account.idle > 2 * abdada.account.idle);
  }
}

TEST_CASE("on a perfectly ordered tree no YBWC searches more nodes, and YBWC* waits less") {
  auto test = test::shared_work(YbwcSettings{}, 1);
  test.tree = "b=10,order=1";
  test.settings.search = Search::alphabeta;
  const auto alone = test::run_isolated(test);
  test.processors = test.machine.hosts = 8;
  const auto basic = test::run_isolated(test);
  test.own<YbwcSettings>().star = true;
  const auto star = test::run_isolated(test);
  CHECK(basic.nodes() == alone.nodes());
  CHECK(star.nodes() == alone.nodes());
  CHECK(star.account().idle < basic.account().idle);
}

TEST_CASE("every second of a YBWC search is work, communication or idle") {
  const auto result = test::check_accounts(test::shared_work(YbwcSettings{}, 6));
  for (const auto& processor : result.processors)
    CHECK(processor.account.idle > 0);
}

TEST_CASE("the same YBWC simulation twice gives the same result to the bit") {
  auto test = test::shared_work(YbwcSettings{}, 7);
  test.jitter = 20e-6;
  test::check_repeatable(test);
  const double time = test::run_isolated(test).time;
  test.seed = 2;
  CHECK(test::run_isolated(test).time != time);
}
