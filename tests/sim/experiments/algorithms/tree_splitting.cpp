#include "algorithms/pv_split/settings.hpp"
#include "algorithms/tree_splitting/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <cmath>
#include <string>

using namespace eldest;

namespace {

TreeSplittingCounters tree_counters(const SearchResult& result) {
  return test::counters_of<TreeSplittingCounters>(result);
}

/// A case without a table in a tree whose first moves are the best.
test::Case best_first_tree(const Algorithm& algorithm, int processors) {
  auto test = test::shared_work(algorithm, processors);
  test.tree = "b=16,order=1";
  test.settings.depth = 6;
  test.settings.search = Search::alphabeta;
  test.tables.sharing = TableSharing::none;
  return test;
}

} // namespace

TEST_CASE("tree splitting finds the minimax value of random trees on random machines") {
  test::check_random_cases(
      TreeSplittingSettings{}, 141, 80, [](test::Case& test, SplitMix64& random) {
        auto& own = test.own<TreeSplittingSettings>();
        own.fan_out = test::draw(random, 0, 1) == 0 ? test::draw(random, 2, 4) : 16;
        own.min_depth = test::draw(random, 1, 3);
      });
}

TEST_CASE("tree splitting on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(TreeSplittingSettings{});
}

TEST_CASE("every second of tree splitting is accounted for, and a repetition has the same result") {
  for (const int fan_out : {2, 6}) {
    const auto test = test::shared_work(TreeSplittingSettings{.fan_out = fan_out}, 7);
    const auto result = test::run_isolated(test);
    for (const auto& processor : result.processors)
      CHECK(processor.account.total() == Approx(result.time).epsilon(1e-12));
    test::check_repeatable(test);
  }
}

TEST_CASE("masters of tree splitting wait, and the processors without slaves search") {
  const auto result = test::run_isolated(test::shared_work(TreeSplittingSettings{.fan_out = 2}, 7));
  for (std::size_t rank = 0; rank < 7; ++rank) {
    const auto& processor = result.processors[rank];
    CAPTURE(rank);
    if (rank < 3)
      CHECK(processor.account.work < 0.2 * result.time);
    else
      CHECK(processor.account.work > 0.3 * result.time);
  }
}

TEST_CASE("a master of tree splitting with one slave searches alone") {
  const auto alone = test::run_isolated(test::shared_work(TreeSplittingSettings{}, 1));
  const auto pair = test::run_isolated(test::shared_work(TreeSplittingSettings{}, 2));
  CHECK(pair.nodes() == alone.nodes());
  CHECK(pair.processors[1].nodes == 0);
}

TEST_CASE("tree splitting splits only nodes that are deep enough") {
  auto test = test::shared_work(TreeSplittingSettings{.fan_out = 2}, 7);
  test.own<TreeSplittingSettings>().min_depth = test.settings.depth;
  const auto root_only = test::run_isolated(test);
  CHECK(tree_counters(root_only).tree_splits == 1);
  CHECK(tree_counters(root_only).tree_split_sons == 10);
  test.own<TreeSplittingSettings>().min_depth = test.settings.depth + 1;
  const auto never = test::run_isolated(test);
  CHECK(tree_counters(never).tree_splits == 0);
  CHECK(never.nodes() == never.processors[0].nodes);
}

TEST_CASE("bounds and cut-offs of tree splitting reach slaves, and the value is right") {
  auto test = test::shared_work(TreeSplittingSettings{.fan_out = 4}, 21);
  test.settings.depth = 5;
  TreeSplittingCounters sums;
  for (int seed = 1; seed <= 4; ++seed) {
    test.tree = "b=8,order=0.3,noise=60,seed=" + std::to_string(seed);
    const auto result = test::run_isolated(test);
    auto alone = test;
    alone.processors = 1;
    CHECK(result.value == test::run_isolated(alone).value);
    sums += tree_counters(result);
  }
  CHECK(sums.tree_split_windows > 100);
  CHECK(sums.tree_split_recalls > 100);
}

TEST_CASE("in a best-first tree k processors of tree splitting gain about the square root of k") {
  const auto alone = test::run_isolated(best_first_tree(TreeSplittingSettings{}, 1)).time;
  for (const int processors : {8, 32}) {
    const auto result = test::run_isolated(best_first_tree(TreeSplittingSettings{}, processors));
    CAPTURE(processors);
    CHECK(alone / result.time > 0.7 * std::sqrt(processors));
    CHECK(alone / result.time < 1.6 * std::sqrt(processors));
    CHECK(result.nodes() > 0);
  }
}
