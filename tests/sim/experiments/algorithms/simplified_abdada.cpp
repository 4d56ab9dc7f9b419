#include "algorithms/simplified_abdada/simplified_abdada.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

using namespace eldest;

TEST_CASE("Simplified ABDADA finds the minimax value of random trees on random machines") {
  test::check_random_cases(
      SimplifiedAbdadaSettings{}, 30, 90, [](test::Case& test, SplitMix64& random) {
        auto& options = test.own<SimplifiedAbdadaSettings>();
        options.defer_depth = test::draw(random, 1, 4);
        options.cutoff_check_depth = test::draw(random, 0, 3);
        options.deferred_order = static_cast<DeferredOrder>(test::draw(random, 0, 1));
        options.also_marked = static_cast<AlsoMarked>(test::draw(random, 0, 3));
        if (test::draw(random, 0, 1) == 0)
          test.own<SimplifiedAbdadaSettings>().searching_sets =
              static_cast<std::size_t>(test::draw(random, 1, 3));
        test.own<SimplifiedAbdadaSettings>().searching_ways =
            static_cast<std::size_t>(test::draw(random, 1, 4));
      });
}

TEST_CASE("Simplified ABDADA on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(SimplifiedAbdadaSettings{});
}

TEST_CASE("every second of a Simplified ABDADA search is accounted for, and a repetition has "
          "the same result") {
  const auto test = test::shared_work(SimplifiedAbdadaSettings{}, 7);
  test::check_accounts(test);
  test::check_repeatable(test);
}

TEST_CASE("Simplified ABDADA is no slower on two or three processors than on one") {
  test::check_no_regression_at_two_or_three(SimplifiedAbdadaSettings{});
}

TEST_CASE("Simplified ABDADA defers as ABDADA does, and gains as much") {
  for (const int processors : {4, 8, 16}) {
    CAPTURE(processors);
    const auto abdada = test::run_isolated(test::shared_work(AbdadaSettings{}, processors));
    auto test = test::shared_work(SimplifiedAbdadaSettings{}, processors);
    const auto simplified = test::run_isolated(test);
    CHECK(simplified.value == abdada.value);
    CHECK(simplified.counters.deferred > 0);
    CHECK(simplified.time == Approx(abdada.time).epsilon(0.3));

    test.own<SimplifiedAbdadaSettings>().defer_depth =
        test.settings.depth + 1; // so that nothing is deferred
    const auto never = test::run_isolated(test);
    CHECK(never.counters.deferred == 0);
    CHECK(never.time > 1.5 * simplified.time);
  }
}

TEST_CASE("marks that Kerrigan leaves out are written if they are asked for (notes 5.1 to 5.3)") {
  const auto marks_of = [](AlsoMarked also_marked, int processors) {
    auto test = test::shared_work(SimplifiedAbdadaSettings{}, processors);
    test.own<SimplifiedAbdadaSettings>().also_marked = also_marked;
    test.tables.sharing = TableSharing::none; // so that all accesses are to moves
    const auto result = test::run_isolated(test);
    return static_cast<double>(result.traffic.writes) / static_cast<double>(result.nodes());
  };
  const auto of_kerrigan = marks_of(AlsoMarked::none, 1);
  CHECK(of_kerrigan > 0);
  CHECK(marks_of(AlsoMarked::eldest, 1) > of_kerrigan);
  CHECK(marks_of(AlsoMarked::researched, 1) > of_kerrigan);
  CHECK(marks_of(AlsoMarked::deferred, 1) == of_kerrigan); // one processor defers nothing
  CHECK(marks_of(AlsoMarked::deferred, 8) > 1.05 * marks_of(AlsoMarked::none, 8));
}

TEST_CASE("the moves being searched are known even if the transposition tables are not shared") {
  auto test = test::shared_work(SimplifiedAbdadaSettings{}, 8);
  test.tables.sharing = TableSharing::local;
  const auto local = test::run_isolated(test);
  CHECK(local.counters.deferred > 0);
  CHECK(local.counters.cutoff_checks == 0);
}

TEST_CASE("a table of one set loses marks, and no value") {
  auto test = test::shared_work(SimplifiedAbdadaSettings{}, 16);
  const auto roomy = test::run_isolated(test);
  test.own<SimplifiedAbdadaSettings>().searching_sets =
      test.own<SimplifiedAbdadaSettings>().searching_ways = 1;
  const auto crowded = test::run_isolated(test);
  CHECK(crowded.value == roomy.value);
  CHECK(crowded.counters.deferred < roomy.counters.deferred);
}

TEST_CASE("cut-off checks are made from their depth on, and some find a cut-off") {
  for (const auto* const tree : {"b=10,order=0.8,noise=20,seed=6", "b=10,order=0.8,noise=20,seed=7",
                                 "b=10,order=0.8,noise=20,seed=8"}) {
    auto test = test::shared_work(SimplifiedAbdadaSettings{}, 16);
    test.tree = tree;
    test.settings.depth = 7;
    const auto without = test::run_isolated(test);
    CHECK(without.counters.cutoff_checks == 0);
    test.own<SimplifiedAbdadaSettings>().cutoff_check_depth = 3;
    const auto with = test::run_isolated(test);
    CHECK(with.value == without.value);
    CHECK(with.counters.cutoff_check_hits > 0);
    CHECK(with.counters.cutoff_check_hits < with.counters.cutoff_checks);
    test.own<SimplifiedAbdadaSettings>().cutoff_check_depth = 5;
    CHECK(test::run_isolated(test).counters.cutoff_checks < with.counters.cutoff_checks);
    test.own<SimplifiedAbdadaSettings>().cutoff_check_depth = test.settings.depth + 1;
    CHECK(test::run_isolated(test).counters.cutoff_checks == 0);
  }
}

TEST_CASE("a machine with locks takes none for the table of moves") {
  // A locked access takes two more round trips. Accesses to positions are locked, those to moves
  // are not.
  auto test = test::shared_work(SimplifiedAbdadaSettings{}, 2);
  test.machine.properties = test::property("lock-round-trips", "1");
  test.tables.sharing = TableSharing::none; // so that all accesses are to moves
  const auto locks = test::run_isolated(test);
  test.machine.properties = test::property("lock-round-trips", "0");
  CHECK(locks.time == test::run_isolated(test).time);
}
