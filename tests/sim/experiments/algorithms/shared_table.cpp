#include "algorithms/shared_table/shared_table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <cstdint>
#include <string>

using namespace eldest;

TEST_CASE("a shared table finds the minimax value of random trees on random machines") {
  test::check_random_cases(SharedTableSettings{}, 40, 50, [](test::Case& test, SplitMix64& random) {
    auto& options = test.own<SharedTableSettings>();
    options.order = static_cast<HelperOrder>(test::draw(random, 0, 2));
    options.stagger = test::draw(random, 0, 1) == 0;
  });
}

TEST_CASE("Cheng's Lazy SMP is the shared table with half of the processors ahead") {
  auto test = test::shared_work(ChengLazySmpSettings{}, 6);
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

TEST_CASE("helpers skip every second depth, pair of depths, three or four") {
  const auto searched = [](int rank) {
    std::string depths;
    for (int depth = 1; depth <= 8; ++depth)
      depths += shared_table::skips(rank, depth) ? '-' : 'x';
    return depths;
  };
  CHECK(searched(0) == "xxxxxxxx");
  CHECK(searched(1) == "-x-x-x-x");
  CHECK(searched(2) == "x-x-x-x-");
  CHECK(searched(3) == "x--xx--x");
  CHECK(searched(6) == "xx--xx--");
  CHECK(searched(7) == "xx---xxx");
  CHECK(searched(12) == "xxx---xx");
  CHECK(searched(13) == "xxx----x");
  CHECK(searched(20) == "xxxx----");
  CHECK(searched(21) == searched(1));
}

TEST_CASE("Stockfish's Lazy SMP finds the minimax value of random trees on random machines") {
  test::check_random_cases(
      StockfishLazySmpSettings{}, 41, 30, [](test::Case& test, SplitMix64& random) {
        test.own<StockfishLazySmpSettings>().skip = test::draw(random, 0, 1) == 0;
      });
}

TEST_CASE("Stockfish's Lazy SMP on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(StockfishLazySmpSettings{});
}

TEST_CASE("every second and every node of Stockfish's Lazy SMP is accounted for") {
  auto test = test::shared_work(StockfishLazySmpSettings{}, 7);
  test::check_accounts(test);
  test::check_repeatable(test);
  const auto result = test::run_isolated(test);
  std::uint64_t nodes = 0;
  for (const auto& iteration : result.iterations)
    nodes += iteration.nodes;
  CHECK(nodes == result.nodes());
}

TEST_CASE("Stockfish's Lazy SMP is no slower on two or three processors than on one") {
  test::check_no_regression_at_two_or_three(StockfishLazySmpSettings{});
}

TEST_CASE("helpers that skip depths help more than helpers that do not") {
  auto test = test::shared_work(StockfishLazySmpSettings{}, 8);
  const auto skipping = test::search_trees(test);
  test.own<StockfishLazySmpSettings>().skip = false;
  const auto level = test::search_trees(test);
  CHECK(skipping.time < level.time);
}

TEST_CASE("helpers with other late move reductions search other trees") {
  auto test = test::shared_work(StockfishLazySmpSettings{}, 4);
  test.settings.full_depth_moves = 2;
  const auto alike = test::run_isolated(test);
  test.own<StockfishLazySmpSettings>().vary_reductions = true;
  const auto varied = test::run_isolated(test);
  CHECK(varied.nodes() != alike.nodes());
  test.settings.full_depth_moves = 0;
  const auto without = test::run_isolated(test);
  test.own<StockfishLazySmpSettings>().vary_reductions = false;
  CHECK(test::run_isolated(test).nodes() == without.nodes());
}

TEST_CASE("a helper that has searched to the greatest depth waits for processor 0") {
  auto test = test::shared_work(StockfishLazySmpSettings{}, 2);
  test.tree = "b=1,seed=1";
  test.settings.depth = 20;
  test.tables.sharing = TableSharing::local;
  test.machine.last_speed = "1000Mf"; // of the helper
  const auto result = test::run_isolated(test);
  CHECK(result.iterations.size() == 20);
  CHECK(result.processors.back().account.idle > 0.5 * result.time);
}
