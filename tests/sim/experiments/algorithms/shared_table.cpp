#include "algorithms/shared_table/shared_table.hpp"
#include "tests/support/simulated_search.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("a shared table finds the minimax value of random trees on random machines") {
  test::check_random_cases(SharedTableSettings{}, 40, 50, [](test::Case& test, SplitMix64& random) {
    auto& options = test.own<SharedTableSettings>();
    options.order = static_cast<HelperOrder>(test::draw(random, 0, 2));
    options.stagger = test::draw(random, 0, 1) == 0;
  });
}

TEST_CASE("Lazy SMP is the shared table with half of the processors ahead") {
  auto test = test::shared_work(LazySmpSettings{}, 6);
  const auto lazy = test::run_isolated(test);
  test.algorithm = SharedTableSettings{HelperOrder::root, true};
  const auto shared = test::run_isolated(test);
  CHECK(lazy.nodes() == shared.nodes());
  CHECK(lazy.time == shared.time);
}

TEST_CASE("a shared table on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(SharedTableSettings{});
}

TEST_CASE("every second of a search with a shared table is accounted for, and a repetition has "
          "the same result") {
  auto test = test::shared_work(SharedTableSettings{}, 7);
  test.own<SharedTableSettings>() = {HelperOrder::random, true};
  test::check_accounts(test);
  test::check_repeatable(test);
}

TEST_CASE("a shared table is no slower on two or three processors than on one") {
  test::check_no_regression_at_two_or_three(SharedTableSettings{});
}

TEST_CASE("processors that all do the same gain nothing from a shared table") {
  auto test = test::shared_work(SharedTableSettings{}, 1);
  const auto alone = test::run_isolated(test);
  test.processors = test.machine.hosts = 8;
  test.own<SharedTableSettings>().order = HelperOrder::same;
  const auto same = test::run_isolated(test);
  test.own<SharedTableSettings>().order = HelperOrder::root;
  const auto root = test::run_isolated(test);
  test.own<SharedTableSettings>().order = HelperOrder::random;
  const auto random = test::run_isolated(test);
  CHECK(same.nodes() > 7 * alone.nodes());
  CHECK(same.time > 0.9 * alone.time);
  CHECK(root.time < 0.8 * alone.time);
  CHECK(random.time < root.time);
  test.seed = 2;
  CHECK(test::run_isolated(test).nodes() != random.nodes());
}

TEST_CASE("a shared table alone searches more nodes than ABDADA") {
  for (const int processors : {4, 8}) {
    CAPTURE(processors);
    const auto shared = test::search_trees(test::shared_work(SharedTableSettings{}, processors));
    const auto abdada = test::search_trees(test::shared_work(AbdadaSettings{}, processors));
    CHECK(shared.counters.nodes() > abdada.counters.nodes());
  }
}

TEST_CASE("staggered processors search deeper, and every iteration keeps its own value") {
  auto test = test::shared_work(SharedTableSettings{}, 6);
  const auto level = test::run_isolated(test);
  test.own<SharedTableSettings>().stagger = true;
  const auto staggered = test::run_isolated(test);
  CHECK(staggered.nodes() != level.nodes());
  REQUIRE(staggered.iterations.size() == level.iterations.size());
  for (std::size_t i = 0; i < level.iterations.size(); ++i) {
    CHECK(staggered.iterations[i].depth == level.iterations[i].depth);
    CHECK(staggered.iterations[i].value == level.iterations[i].value);
  }
}
