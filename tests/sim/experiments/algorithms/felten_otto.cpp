#include "algorithms/felten_otto/settings.hpp"
#include "algorithms/pv_split/pv_split.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <string>

using namespace eldest;

namespace {

FeltenOttoCounters counters_of(const SearchResult& result) {
  return test::counters_of<FeltenOttoCounters>(result);
}

FeltenOttoSettings without_load_balancing() {
  FeltenOttoSettings settings;
  settings.load_balancing = false;
  return settings;
}

} // namespace

TEST_CASE("Felten and Otto's search finds the minimax value of random trees on random machines") {
  test::check_random_cases(FeltenOttoSettings{}, 70, 60, [](test::Case& test, SplitMix64& random) {
    auto& own = test.own<FeltenOttoSettings>();
    own.max_slaves = test::draw(random, 0, 1) == 0 ? 16 : test::draw(random, 2, 5);
    own.min_depth = test::draw(random, 1, 3);
    own.load_balancing = test::draw(random, 0, 3) != 0;
    own.min_idle = test::draw(random, 1, 3);
    own.min_seconds = test::draw(random, 0, 1) == 0 ? 0 : 1e-5 * test::draw(random, 1, 1000);
  });
}

TEST_CASE("Felten and Otto's search on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(FeltenOttoSettings{});
}

TEST_CASE("every second of Felten and Otto's search is accounted for, and a repetition has the "
          "same result") {
  for (const int max_slaves : {16, 2}) {
    FeltenOttoSettings own;
    own.max_slaves = max_slaves;
    const auto test = test::shared_work(own, 7);
    test::check_accounts(test);
    test::check_repeatable(test);
  }
}

TEST_CASE("a master with one slave searches alone, and three processors gain") {
  const auto alone = test::run_isolated(test::shared_work(FeltenOttoSettings{}, 1));
  const auto pair = test::run_isolated(test::shared_work(FeltenOttoSettings{}, 2));
  CHECK(pair.nodes() == alone.nodes());
  CHECK(pair.processors[1].nodes == 0);
  const auto three = test::run_isolated(test::shared_work(FeltenOttoSettings{}, 3));
  CHECK(three.value == alone.value);
  CHECK(1.3 * three.time < alone.time);
}

TEST_CASE("teams below the principal variation use more processors than PV-Split") {
  for (const int processors : {8, 16, 33}) {
    CAPTURE(processors);
    double teams = 0;
    double pv_split = 0;
    for (const int seed : {5, 6, 7}) {
      auto test = test::shared_work(FeltenOttoSettings{}, processors);
      test.tree = "b=10,order=0.8,noise=20,seed=" + std::to_string(seed);
      const auto own = test::run_isolated(test);
      test.algorithm = PvSplitSettings{};
      const auto other = test::run_isolated(test);
      CHECK(own.value == other.value);
      teams += own.time;
      pv_split += other.time;
    }
    CHECK(teams < pv_split);
  }
}

TEST_CASE("what the table suggests in a well ordered tree cuts off, where anything can") {
  auto test = test::shared_work(without_load_balancing(), 33);
  test.own<FeltenOttoSettings>().min_depth = 1;
  test.tree = "b=6,order=1";
  test.settings.depth = 7;
  const auto result = test::run_isolated(test);
  const auto counters = counters_of(result);
  // The other nodes are PV nodes. Each iteration has as many PV nodes as its depth, except the
  // first, in which no moves are known.
  const auto pv_nodes = static_cast<std::uint64_t>(7 * 6 / 2);
  CHECK(counters.suggestion_cutoffs > 50);
  CHECK(counters.suggestions <= counters.suggestion_cutoffs + pv_nodes);
  CHECK(counters.splits_at_once > 50);
  CHECK(counters.splits <= counters.splits_at_once + pv_nodes);
  CHECK(counters.team_nodes >= counters.suggestions + counters.splits_at_once);
}

TEST_CASE("without a table every node of a team is split at once") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = test::shared_work(FeltenOttoSettings{}, 9);
    test.settings.search = search;
    test.settings.depth = 5;
    const auto shared = test::run_isolated(test);
    CHECK(counters_of(shared).suggestions > 0);
    test.tables.sharing = TableSharing::none;
    const auto none = test::run_isolated(test);
    const auto counters = counters_of(none);
    CHECK(none.value == shared.value);
    CHECK(counters.suggestions == 0);
    CHECK(counters.splits_at_once > 0);
    CHECK(counters.splits == counters.splits_at_once);
    CHECK(counters.split_bounds > 0);
  }
}

TEST_CASE("only nodes that are deep enough are split") {
  auto test = test::shared_work(without_load_balancing(), 9);
  const int depth = test.settings.depth;
  test.own<FeltenOttoSettings>().min_depth = depth;
  const auto root_only = test::run_isolated(test);
  CHECK(counters_of(root_only).team_nodes == 1);
  CHECK(counters_of(root_only).splits == 1);
  CHECK(counters_of(root_only).split_sons == 9); // all except the one that the table suggests
  test.own<FeltenOttoSettings>().min_depth = depth + 1;
  const auto never = test::run_isolated(test);
  CHECK(counters_of(never).team_nodes == 0);
  CHECK(never.processors[1].nodes == 0);
}

TEST_CASE("cut-offs recall slaves, at all levels, and the value is right") {
  auto test = test::shared_work(FeltenOttoSettings{}, 21);
  test.own<FeltenOttoSettings>().max_slaves = 4;
  test.settings.depth = 5;
  std::uint64_t recalls = 0;
  for (int seed = 1; seed <= 4; ++seed) {
    test.tree = "b=8,order=0.3,noise=60,seed=" + std::to_string(seed);
    const auto result = test::run_isolated(test);
    auto alone = test;
    alone.algorithm = NegaScoutSettings{};
    alone.processors = 1;
    CHECK(result.value == test::run_isolated(alone).value);
    recalls += counters_of(result).split_recalls;
  }
  CHECK(recalls > 100);
}

TEST_CASE("dynamic load balancing lets slaves wait less, and is faster") {
  for (const int processors : {4, 8, 16}) {
    CAPTURE(processors);
    auto test = test::shared_work(FeltenOttoSettings{}, processors);
    test.own<FeltenOttoSettings>().min_seconds = 0.01;
    const auto balanced = test::search_trees(test);
    test.own<FeltenOttoSettings>().load_balancing = false;
    const auto plain = test::search_trees(test);
    CHECK(balanced.time < plain.time);
    CHECK(balanced.account.idle < plain.account.idle);
    const auto shot = balanced.own_counters.at("shoot_downs");
    CHECK(shot > 0);
    CHECK(balanced.own_counters.at("large_team_processors") >= 3 * shot);
    CHECK(balanced.own_counters.at("large_team_processors") <=
          static_cast<std::uint64_t>(processors - 1) * shot);
    CHECK(plain.own_counters.at("shoot_downs") == 0);
    CHECK(plain.own_counters.at("large_team_processors") == 0);
  }
}

TEST_CASE("a search is shot down if enough slaves are idle, and when it has gone on for long") {
  const auto shot = [](int min_idle, double min_seconds) {
    auto test = test::shared_work(FeltenOttoSettings{}, 8);
    test.own<FeltenOttoSettings>().min_idle = min_idle;
    test.own<FeltenOttoSettings>().min_seconds = min_seconds;
    return counters_of(test::run_isolated(test)).shoot_downs;
  };
  const auto usual = shot(1, 0.001);
  CHECK(usual > 0);
  CHECK(shot(4, 0.001) > 0);
  CHECK(shot(4, 0.001) < usual);
  CHECK(shot(7, 0.001) == 0); // a master has 7 slaves, and one of them is busy
  CHECK(shot(1, 0.02) > 0);
  CHECK(shot(1, 0.02) < usual);
  CHECK(shot(1, 1000) == 0);
}
