#include "algorithms/mwf/settings.hpp"
#include "algorithms/sequential/settings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <cmath>
#include <string>

using namespace eldest;

namespace {

MwfCounters mwf_counters(const SearchResult& result) {
  return test::counters_of<MwfCounters>(result);
}

/// A case without a table in a tree whose first moves are the best.
test::Case minimal_tree(const Algorithm& algorithm, int processors) {
  auto test = test::shared_work(algorithm, processors);
  test.tree = "b=16,order=1";
  test.settings.search = Search::alphabeta;
  test.tables.sharing = TableSharing::none;
  return test;
}

} // namespace

TEST_CASE("mandatory work first finds the minimax value of random trees on random machines") {
  test::check_random_cases(MwfSettings{}, 142, 80, [](test::Case& test, SplitMix64& random) {
    auto& own = test.own<MwfSettings>();
    own.min_depth = test::draw(random, 1, 4);
    own.deep_cutoffs = test::draw(random, 0, 1) == 0;
  });
}

TEST_CASE("mandatory work first on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(MwfSettings{});
}

TEST_CASE("every second of mandatory work first is accounted for, and a repetition has the same "
          "result") {
  for (const bool deep_cutoffs : {false, true}) {
    const auto test = test::shared_work(MwfSettings{.deep_cutoffs = deep_cutoffs}, 7);
    test::check_accounts(test);
    test::check_repeatable(test);
  }
}

TEST_CASE("in a best-first tree the second stage is always pruned, and p processors gain about "
          "p to the power 0.8") {
  const auto alone = test::run_isolated(minimal_tree(MwfSettings{}, 1)).time;
  for (const int processors : {8, 32}) {
    const auto result = test::run_isolated(minimal_tree(MwfSettings{}, processors));
    CAPTURE(processors);
    const auto counters = mwf_counters(result);
    CHECK(counters.mwf_second_stages == 0);
    CHECK(counters.mwf_second_stage_sons == 0);
    CHECK(counters.mwf_recalls == 0);
    CHECK(counters.mwf_expanded > 100);
    CHECK(alone / result.time > 0.7 * std::pow(processors, 0.8));
    CHECK(alone / result.time < 1.3 * std::pow(processors, 0.8));
  }
}

TEST_CASE(
    "without deep cut-offs a best-first tree has the same nodes on any number of processors") {
  const auto few = test::run_isolated(minimal_tree(MwfSettings{}, 3));
  const auto many = test::run_isolated(minimal_tree(MwfSettings{}, 24));
  CHECK(few.nodes() == many.nodes());
  const auto alone = test::run_isolated(minimal_tree(MwfSettings{}, 1));
  CHECK(few.nodes() > alone.nodes()); // which has deep cut-offs
}

TEST_CASE("where first moves are bad, the second stage searches, and rising bounds recall") {
  MwfCounters sums;
  std::uint64_t shallow = 0;
  std::uint64_t deep = 0;
  for (int seed = 1; seed <= 4; ++seed) {
    auto test = test::shared_work(MwfSettings{}, 12);
    test.settings.depth = 5;
    test.tree = "b=8,order=0.3,noise=60,seed=" + std::to_string(seed);
    const auto result = test::run_isolated(test);
    sums += mwf_counters(result);
    shallow += result.nodes();
    test.own<MwfSettings>().deep_cutoffs = true;
    const auto with_deep = test::run_isolated(test);
    deep += with_deep.nodes();
    CHECK(with_deep.value == result.value);
    auto alone = test;
    alone.processors = 1;
    CHECK(result.value == test::run_isolated(alone).value);
  }
  CHECK(sums.mwf_second_stages > 100);
  CHECK(sums.mwf_second_stage_sons > sums.mwf_second_stages);
  CHECK(sums.mwf_recalls > 10);
  CHECK(deep < shallow);
}

TEST_CASE("mandatory work first expands only nodes that are deep enough") {
  auto test = test::shared_work(MwfSettings{.min_depth = 6}, 8);
  const auto root_only = test::run_isolated(test);
  CHECK(mwf_counters(root_only).mwf_expanded >= 1);
  CHECK(mwf_counters(root_only).mwf_expanded <= 10); // the root, and its right sons
  test.own<MwfSettings>().min_depth = 7;
  const auto never = test::run_isolated(test);
  CHECK(mwf_counters(never).mwf_expanded == 0);
  CHECK(never.nodes() == never.processors[0].nodes);
}
