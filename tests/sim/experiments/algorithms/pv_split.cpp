#include "algorithms/pv_split.hpp"
#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("PV-Split finds the minimax value of random trees on random machines") {
  test::check_random_cases(PvSplitSettings{}, 50, 1000, [](test::Case& test, SplitMix64& random) {
    test.own<PvSplitSettings>().min_depth = test::draw(random, 1, 3);
  });
}

TEST_CASE("PV-Split on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(PvSplitSettings{});
}

TEST_CASE("every second of a PV-Split search is accounted for, and a repetition has the same "
          "result") {
  const auto test = test::shared_work(PvSplitSettings{}, 7);
  test::check_accounts(test);
  test::check_repeatable(test);
}

TEST_CASE("PV-Split is no slower on two or three processors than on one") {
  test::check_no_regression_at_two_or_three(PvSplitSettings{});
}

TEST_CASE("PV-Split falls behind ABDADA from 4 processors on, waiting at its PV nodes") {
  double idle_share = 0;
  for (const int processors : {4, 8, 16}) {
    CAPTURE(processors);
    const auto pv_split = test::run_isolated(test::shared_work(PvSplitSettings{}, processors));
    const auto abdada = test::run_isolated(test::shared_work(AbdadaSettings{}, processors));
    CHECK(pv_split.value == abdada.value);
    CHECK(pv_split.time > abdada.time);
    const auto account = pv_split.account();
    CHECK(account.idle / account.total() > idle_share);
    idle_share = account.idle / account.total();
  }
  CHECK(idle_share > 0.3);
}

TEST_CASE("the master hands out the younger sons of PV nodes that are deep enough") {
  auto test = test::shared_work(PvSplitSettings{}, 4);
  test.tree = "b=5,order=1"; // perfectly ordered: 4 younger sons at every PV node
  test.own<PvSplitSettings>().min_depth = 2;
  const auto result = test::run_isolated(test);
  const int depth = test.settings.depth;
  CHECK(result.own_counters.at("pv_splits") == static_cast<std::uint64_t>(depth * (depth - 1) / 2));
  CHECK(result.own_counters.at("pv_split_sons") >= 3 * result.own_counters.at("pv_splits"));
  CHECK(result.own_counters.at("pv_split_sons") <= 4 * result.own_counters.at("pv_splits"));
  CHECK(result.own_counters.at("pv_split_bounds") == 0);

  test.own<PvSplitSettings>().min_depth = depth;
  CHECK(test::run_isolated(test).own_counters.at("pv_splits") == 1);
  test.own<PvSplitSettings>().min_depth = depth + 1;
  const auto never = test::run_isolated(test);
  CHECK(never.own_counters.at("pv_splits") == 0);
  CHECK(never.processors[1].nodes == 0);
}

TEST_CASE("PV-Split needs no shared table, and tells slaves of better bounds") {
  auto test = test::shared_work(PvSplitSettings{}, 6);
  test.tree = "b=10,order=0.2,noise=60,seed=3";
  test.settings.search = Search::alphabeta;
  test.settings.depth = 5;
  const auto shared = test::run_isolated(test);
  CHECK(shared.own_counters.at("pv_split_bounds") > 0);
  for (const auto sharing : {TableSharing::local, TableSharing::none}) {
    test.tables.sharing = sharing;
    const auto apart = test::run_isolated(test);
    CHECK(apart.value == shared.value);
    CHECK(apart.own_counters.at("pv_split_bounds") > 0);
  }
}
