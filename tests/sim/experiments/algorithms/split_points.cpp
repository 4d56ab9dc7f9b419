#include "algorithms/split_points/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chess_positions.hpp"
#include "tests/support/random_settings.hpp"
#include "tests/support/simulated_search.hpp"
#include "tests/support/stealing_checks.hpp"

#include <string>

using namespace eldest;

namespace {

void vary_split_points(test::Case& test, SplitMix64& random) {
  test::vary(test.own<SplitPointsSettings>(), random);
}

/// A search on a machine whose writes are made in the given way. Where they are awaited, caches are
/// coherent.
test::Case writing(const std::string& way, int processors) {
  auto test = test::shared_work(SplitPointsSettings{}, processors);
  test.machine.properties += test::property("write", way);
  return test;
}
test::Case on_coherent_caches(int processors) { return writing("awaited", processors); }

SplitPointsCounters counters_of(const test::Case& test) {
  return test::counters_of<SplitPointsCounters>(test::run_isolated(test));
}

} // namespace

TEST_CASE("split points find the minimax value of chess positions") {
  test::check_chess_positions(SplitPointsSettings{}, 71, vary_split_points);
}

TEST_CASE("split points find the minimax value of random trees on random machines, and all that "
          "processors do there comes to an end") {
  SplitPointsCounters sum;
  for (const auto& [test, result] :
       test::check_random_cases(SplitPointsSettings{}, 72, 120, vary_split_points)) {
    const auto counters = test::counters_of<SplitPointsCounters>(result);
    CAPTURE(describe(test));
    sum += counters;
    CHECK(counters.split_points_alone <= counters.split_points);
    CHECK(counters.masters_claimed <= counters.slaves_claimed);
    CHECK(counters.split_cutoffs + counters.split_points_given_up <= counters.split_points);
    CHECK(counters.split_sons >= counters.split_points - counters.split_points_given_up);
    CHECK(counters.sons_given_up <= counters.split_sons);
    CHECK(counters.waits_for_slaves <= counters.split_points);
    if (test.processors == 1)
      CHECK(counters.split_points == 0);
    if (!test.own<SplitPointsSettings>().helpful_master)
      CHECK(counters.masters_claimed == 0);
    if (test.own<SplitPointsSettings>().late_join == LateJoin::none || test.processors == 2)
      CHECK(counters.late_joins == 0);
  }
  // Every event has occurred at least once.
  CHECK(sum.split_points_alone > 0);
  CHECK(sum.masters_claimed > 0);
  CHECK(sum.claims_lost > 0);
  CHECK(sum.late_joins > 0);
  CHECK(sum.late_joins_lost > 0);
  CHECK(sum.split_cutoffs > 0);
  CHECK(sum.split_points_given_up > 0);
  CHECK(sum.sons_given_up > 0);
  CHECK(sum.waits_for_slaves > 0);
}

TEST_CASE("a search with split points on one processor is the sequential search") {
  test::check_nodes_of_sequential_search(SplitPointsSettings{});
}

TEST_CASE("split points gain from two processors already, and from more, with any tables") {
  test::check_gain_with_any_tables(SplitPointsSettings{});
}

TEST_CASE("a search with split points loses to latency time, never the value") {
  test::check_latency_costs_time_only(SplitPointsSettings{});
}

TEST_CASE("no node is a split point that is not deep enough") {
  auto test = on_coherent_caches(8);
  test.own<SplitPointsSettings>().min_split_depth = test.settings.depth + 1;
  const auto alone = test::run_isolated(test);
  CHECK(alone.own_counters.at("split_points") == 0);
  CHECK(alone.processors[1].nodes == 0);

  // Only the root of the last iteration.
  test.own<SplitPointsSettings>().min_split_depth = test.settings.depth;
  const auto root = test::run_isolated(test);
  CHECK(root.own_counters.at("split_points") == 1);
  CHECK(root.own_counters.at("slaves_claimed") == 7);
  CHECK(root.value == alone.value);
  CHECK(root.processors[1].nodes > 0);
}

TEST_CASE("a split point has at most as many processors as the settings say") {
  auto test = on_coherent_caches(8);
  auto& own = test.own<SplitPointsSettings>();
  own.min_split_depth = test.settings.depth;
  own.max_processors = 4;
  CHECK(counters_of(test).slaves_claimed == 3);
  own.max_processors = 1; // none but the master
  const auto alone = counters_of(test);
  CHECK(alone.split_points > 0);
  CHECK(alone.split_points_alone == alone.split_points);
  CHECK(alone.late_joins == 0);
}

TEST_CASE("a master helps its slaves, and processors join late, as the settings say") {
  auto test = on_coherent_caches(8);
  test.tree = "b=6,order=0.8,noise=20,seed=5";
  test.settings.depth = 6;
  auto& own = test.own<SplitPointsSettings>();
  CHECK(counters_of(test).masters_claimed > 0);
  CHECK(counters_of(test).late_joins > 0);
  own.helpful_master = false;
  CHECK(counters_of(test).masters_claimed == 0);
  own.helpful_master = true;
  const auto first = test::run_isolated(test);
  own.late_join = LateJoin::highest;
  CHECK(test::run_isolated(test).time != first.time);
  CHECK(counters_of(test).late_joins > 0);
  own.late_join = LateJoin::none;
  CHECK(counters_of(test).late_joins == 0);
}

TEST_CASE("coherent caches save looks at split points") {
  const auto coherent = test::run_isolated(writing("awaited", 4));
  const auto apart = test::run_isolated(writing("posted", 4));
  CHECK(apart.value == coherent.value);
  CHECK(2 * apart.traffic.reads > 3 * coherent.traffic.reads);
}

TEST_CASE("every second of a search with split points is work, communication or idle, and a "
          "repetition has the same result") {
  auto test = on_coherent_caches(7);
  test::check_accounts(test);
  test.jitter = 20e-6;
  test::check_repeatable(test);
}
