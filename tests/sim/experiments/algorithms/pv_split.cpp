#include "algorithms/pv_split/pv_split.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <string>

using namespace eldest;

TEST_CASE("PV-Split finds the minimax value of random trees on random machines") {
  test::check_random_cases(PvSplitSettings{}, 50, 50, [](test::Case& test, SplitMix64& random) {
    test.own<PvSplitSettings>().min_depth = test::draw(random, 1, 3);
  });
}

TEST_CASE("Enhanced PV-Split finds the minimax value of random trees on random machines") {
  const PvSplitSettings enhanced{.enhanced = true};
  test::check_random_cases(enhanced, 51, 50, [](test::Case& test, SplitMix64& random) {
    test.own<PvSplitSettings>().min_depth = test::draw(random, 1, 3);
  });
}

TEST_CASE("PV-Split on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(PvSplitSettings{});
  test::check_nodes_of_sequential_search(PvSplitSettings{.enhanced = true});
}

TEST_CASE("every second of a PV-Split search is accounted for, and a repetition has the same "
          "result") {
  for (const bool enhanced : {false, true}) {
    const auto test = test::shared_work(PvSplitSettings{.enhanced = enhanced}, 7);
    test::check_accounts(test);
    test::check_repeatable(test);
  }
}

TEST_CASE("PV-Split is no slower on two or three processors than on one") {
  test::check_no_regression_at_two_or_three(PvSplitSettings{});
  test::check_no_regression_at_two_or_three(PvSplitSettings{.enhanced = true});
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

TEST_CASE("Enhanced PV-Split waits less at its PV nodes, and is faster") {
  for (const int processors : {4, 8, 16}) {
    auto test = test::shared_work(PvSplitSettings{}, processors);
    double plain_time = 0;
    double plain_idle = 0;
    double enhanced_time = 0;
    double enhanced_idle = 0;
    for (const auto* const tree :
         {"b=10,order=0.8,noise=20,seed=5", "b=8,order=0.6,noise=40,seed=6",
          "b=10,model=incremental,seed=8"}) {
      test.tree = tree;
      test.own<PvSplitSettings>().enhanced = false;
      const auto plain = test::run_isolated(test);
      test.own<PvSplitSettings>().enhanced = true;
      const auto enhanced = test::run_isolated(test);
      CHECK(enhanced.value == plain.value);
      plain_time += plain.time;
      plain_idle += plain.account().idle;
      enhanced_time += enhanced.time;
      enhanced_idle += enhanced.account().idle;
    }
    CAPTURE(processors);
    CHECK(enhanced_time < 0.9 * plain_time);
    CHECK(enhanced_idle < 0.8 * plain_idle);
  }
}

TEST_CASE("idle processors help at the two nodes below a PV node, where these are deep enough") {
  // In a perfectly ordered tree, the younger sons of PV nodes are CUT nodes. Of their sons, only
  // the first, an ALL node, is searched.
  auto test = test::shared_work(PvSplitSettings{.enhanced = true}, 8);
  test.tree = "b=5,order=1";
  const auto result = test::run_isolated(test);
  CHECK(result.own_counters.at("pv_split_helpers") > 0);
  CHECK(result.own_counters.at("pv_split_helped") > 0);
  // The eldest son of an ALL node is searched by a single processor.
  CHECK(result.own_counters.at("pv_split_helper_sons") <=
        4 * result.own_counters.at("pv_split_helped"));
  auto plain = test;
  plain.own<PvSplitSettings>().enhanced = false;
  const auto without = test::run_isolated(plain);
  CHECK(result.nodes() == without.nodes());
  for (const auto* const counter : {"pv_split_helpers", "pv_split_helped", "pv_split_helper_sons"})
    CHECK(without.own_counters.at(counter) == 0);

  // The sons of split PV nodes are not deep enough to be split themselves.
  test.own<PvSplitSettings>().min_depth = test.settings.depth;
  const auto shallow = test::run_isolated(test);
  CHECK(shallow.own_counters.at("pv_splits") == 1);
  CHECK(shallow.own_counters.at("pv_split_helpers") > 0);
  CHECK(shallow.own_counters.at("pv_split_helped") == 0);
}

TEST_CASE("nodes with helpers get better bounds and are cut off, and the value is right") {
  std::uint64_t recalls = 0;
  std::uint64_t plain_recalls = 0;
  for (int seed = 1; seed <= 6; ++seed) {
    auto test = test::shared_work(PvSplitSettings{.enhanced = true}, 12);
    test.tree = "b=8,order=0.1,noise=80,seed=" + std::to_string(seed);
    test.settings.depth = 5;
    test.settings.search = Search::alphabeta;
    const auto enhanced = test::run_isolated(test);
    test.own<PvSplitSettings>().enhanced = false;
    const auto plain = test::run_isolated(test);
    CAPTURE(seed);
    CHECK(enhanced.value == plain.value);
    CHECK(enhanced.own_counters.at("pv_split_helper_sons") > 0);
    CHECK(enhanced.own_counters.at("pv_split_bounds") > plain.own_counters.at("pv_split_bounds"));
    recalls += enhanced.own_counters.at("pv_split_recalls");
    plain_recalls += plain.own_counters.at("pv_split_recalls");
  }
  // A PV node is cut off only where the table has narrowed its window.
  CHECK(recalls > 10 * plain_recalls);
  CHECK(recalls > 0);
}
