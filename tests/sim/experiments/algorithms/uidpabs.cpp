#include "algorithms/uidpabs/uidpabs.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

using namespace eldest;

namespace {

/// Draws the options of the algorithm, and an aspiration window, from none to one that contains
/// hardly any value.
void vary(test::Case& test, SplitMix64& random) {
  auto& own = test.own<UidpabsSettings>();
  own.alone_depth = test::draw(random, 1, 3);
  own.tell_bounds = test::draw(random, 0, 1) == 0;
  if (test::draw(random, 0, 2) != 0)
    test.settings.aspiration = test::draw(random, 1, 80);
}

/// Sums over searches of a few trees in which the first move is usually not the best.
struct Sums {
  Counters counters;
  UidpabsCounters own;
  double seconds = 0;
};

Sums search_unordered_trees(const UidpabsSettings& own, Score aspiration = 0) {
  Sums sums;
  for (int seed = 1; seed <= 4; ++seed) {
    auto test = test::shared_work(own, 5);
    test.tree = fmt::format("b=12,order=0.2,noise=30,seed={}", seed);
    test.settings.depth = 5;
    test.settings.aspiration = aspiration;
    const auto result = test::run_isolated(test);
    sums.counters += result.counters;
    sums.own += test::counters_of<UidpabsCounters>(result);
    sums.seconds += result.time;
  }
  return sums;
}

} // namespace

TEST_CASE("UIDPABS finds the minimax value of random trees on random machines") {
  test::check_random_cases(UidpabsSettings{}, 70, 40);
  test::check_random_cases(UidpabsSettings{}, 71, 60, vary);
}

TEST_CASE("UIDPABS on one processor searches the nodes of the sequential search") {
  test::check_nodes_of_sequential_search(UidpabsSettings{});
}

TEST_CASE("every second of a UIDPABS search is accounted for, and a repetition has the same "
          "result") {
  for (const bool tell_bounds : {false, true}) {
    auto test = test::shared_work(UidpabsSettings{.tell_bounds = tell_bounds}, 7);
    test.settings.aspiration = 10;
    test::check_accounts(test);
    test::check_repeatable(test);
  }
}

TEST_CASE("UIDPABS needs no more processors than the root has moves") {
  auto test = test::shared_work(UidpabsSettings{}, 8);
  test.tree = "b=5,order=0.8,noise=20,seed=5";
  const auto crowd = test::run_isolated(test);
  CHECK(test::counters_of<UidpabsCounters>(crowd).uidpabs_shares == 5);
  for (std::size_t rank = 0; rank < 8; ++rank)
    CHECK((crowd.processors[rank].nodes > 0) == (rank < 5));
  test.processors = test.machine.hosts = 3;
  CHECK(test::counters_of<UidpabsCounters>(test::run_isolated(test)).uidpabs_shares == 3);
}

TEST_CASE("processor 0 of UIDPABS is alone until the moves are dealt out") {
  auto test = test::shared_work(UidpabsSettings{.alone_depth = 6}, 4);
  const auto alone = test::run_isolated(test);
  CHECK(alone.depth() == 6);
  CHECK(alone.nodes() == alone.processors[0].nodes);
  CHECK(test::counters_of<UidpabsCounters>(alone).uidpabs_shares == 0);
  test.own<UidpabsSettings>().alone_depth = 5;
  const auto shared = test::run_isolated(test);
  CHECK(shared.value == alone.value);
  CHECK(shared.processors[3].nodes > 0);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(shared.iterations[i].nodes == alone.iterations[i].nodes);
}

TEST_CASE("UIDPABS finds the value of a root without moves, and with one") {
  for (const auto* const position :
       {"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/8/8/8/8/8/6Q1 b - - 0 1"}) {
    const auto problem = open_problems({"chess", position}).front();
    for (const Score aspiration : {0, 1}) {
      auto test = test::shared_work(UidpabsSettings{}, 4);
      test.settings.depth = 4;
      test.settings.aspiration = aspiration;
      const auto found = test::run_isolated(test, problem);
      test.algorithm = NegaScoutSettings{};
      test.processors = 1;
      const auto expected = test::run_isolated(test, problem);
      CAPTURE(position, aspiration);
      CHECK(found.value == expected.value);
      CHECK(found.best_move == expected.best_move);
    }
  }
}

TEST_CASE(
    "in narrow windows the shares of UIDPABS fail low, few are searched again, and that saves "
    "nodes") {
  const auto open = search_unordered_trees({});
  CHECK(open.own.uidpabs_failed_low == 0);
  CHECK(open.own.uidpabs_reopened == 0);
  CHECK(open.counters.root_researches == 0);
  const auto narrow = search_unordered_trees({}, 30);
  CHECK(narrow.own.uidpabs_failed_low > 20);
  CHECK(narrow.own.uidpabs_reopened > 0);
  CHECK(2 * narrow.own.uidpabs_reopened < narrow.own.uidpabs_failed_low);
  CHECK(narrow.counters.root_researches >= narrow.own.uidpabs_reopened);
  CHECK(narrow.own.uidpabs_lead > open.own.uidpabs_lead);
  CHECK(narrow.counters.nodes() < open.counters.nodes());
  CHECK(narrow.seconds < open.seconds);
}

TEST_CASE("shares of UIDPABS that tell their bounds save each other nodes") {
  const auto quiet = search_unordered_trees({});
  CHECK(quiet.own.uidpabs_bounds == 0);
  const auto told = search_unordered_trees({.tell_bounds = true});
  CHECK(told.own.uidpabs_bounds > 0);
  CHECK(told.own.uidpabs_failed_low > 0);
  CHECK(told.own.uidpabs_reopened == 0);
  CHECK(told.counters.nodes() < quiet.counters.nodes());
  CHECK(told.seconds < quiet.seconds);
}

TEST_CASE("a slow processor of UIDPABS does not hold up the others, whose results are combined") {
  int deepest = 0; // depth of the combined results beyond the last complete iteration
  for (const auto* const tree : {"b=6,order=0.8,noise=20,seed=5", "b=8,order=0.6,noise=40,seed=6",
                                 "b=6..12,order=0.7,noise=30,seed=7"}) {
    auto test = test::shared_work(UidpabsSettings{}, 4);
    test.tree = tree;
    test.machine.last_speed = "10kf"; // a hundredth of the others' speed
    test.settings.depth = max_depth;
    test.time_limit = 1;
    const auto result = test::run_isolated(test);
    CAPTURE(tree);
    REQUIRE(result.was_stopped());
    const auto counters = test::counters_of<UidpabsCounters>(result);
    CHECK(counters.uidpabs_lead >= 2);
    CHECK(counters.uidpabs_ahead >= 3);
    REQUIRE(result.combined);
    CHECK(result.combined->depth >= result.depth());
    deepest = std::max(deepest, result.combined->depth - result.depth());
    // The combined value is the value of its move to its own depth.
    const synthetic::Tree synthetic_tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(synthetic_tree);
    MoveList<synthetic::Move> moves;
    root.generate_moves(moves);
    for (const auto move : moves) {
      if (synthetic::Position::text(move) == result.combined->best_move)
        CHECK(-minimax(root.after(move), result.combined->depth - 1) == result.combined->value);
    }
    test.settings.depth = result.depth();
    const auto complete = test::run_isolated(test);
    CHECK_FALSE(complete.combined);
    CHECK(complete.value == result.value);
  }
  CHECK(deepest > 0);
}
