// Draws by repetition and by fifty moves, which depend on the game before the root.
#include "sim/uci/game.hpp"
#include "tests/sim/experiments/parallel_bugs/bug_counts.hpp"
#include "tests/sim/experiments/parallel_bugs/runs.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace eldest;
using test::BugCase;
using test::BugCounts;

namespace {

constexpr test::Compared compared{.depth = 3, .plies = 1};

/// Plays at random from a rook endgame, without captures. In half of the games, fifty moves are
/// nearly complete.
uci::Game random_game(SplitMix64& random) {
  const std::string start = "8/5k2/7p/3R4/7P/2r5/5K2/8 w - - ";
  uci::Game game({start + (test::draw(random, 0, 1) == 0 ? "0 1" : "88 60"), {}});
  for (int left = test::draw(random, 6, 11); left > 0; --left) {
    auto moves = game.moves();
    moves.erase(std::remove_if(moves.begin(), moves.end(),
                               [](chess::Move move) { return move.captures(); }),
                moves.end());
    if (moves.empty())
      break;
    game.play(chess::Position::text(moves[random() % moves.size()]));
  }
  return game;
}

BugCase draw_case(const Algorithm& algorithm, SplitMix64& random) {
  BugCase test;
  test.algorithm = algorithm;
  test.tree = "an endgame of chess";
  test.processors = test::draw(random, 2, 8);
  test.settings.depth = 3;
  test.settings.table_depth = TableDepth::exact;
  test.settings.seed = random();
  test.settings.costs = test::costs;
  test.tables.entries = 1 << 12;
  return test;
}

/// Returns true if the draws before the root change the value of some iteration.
bool matters(const chess::Position& with, const chess::Position& without) {
  for (int depth = 1; depth <= compared.depth; ++depth) {
    if (minimax(with, depth) != minimax(without, depth))
      return true;
  }
  return false;
}

/// A game whose draws matter, and the same position without the moves before it.
struct Drawish {
  std::shared_ptr<const chess::Root> root;
  std::shared_ptr<const chess::Root> forgetful;
};

Drawish random_drawish(SplitMix64& random) {
  while (true) {
    const auto game = random_game(random);
    if (game.moves().empty())
      continue;
    Drawish drawn{game.root({}), std::make_shared<const chess::Root>(game.position().setup())};
    if (matters(drawn.root->position(), drawn.forgetful->position()))
      return drawn;
  }
}

std::string simulate(const BugCase& test, const chess::Position& root) {
  return test::in_child([&] {
    return test::simulate_case(test, root, compared, [&](SimulatedProcessor& processor) {
      return game_search(test.algorithm, test.settings, root, processor);
    });
  });
}

/// Searches `games` games by every parallel algorithm, on threads or on simulated machines.
BugCounts search_games(int games, bool simulated) {
  SplitMix64 random(12);
  BugCounts counts;
  for (int i = 0; i < games; ++i) {
    const auto drawn = random_drawish(random);
    for (const auto& algorithm : test::parallel_algorithms()) {
      const auto test = draw_case(algorithm, random);
      const auto& root = drawn.root->position();
      counts.add(simulated ? simulate(test, root) : test::run_on_threads(test, root, compared),
                 test);
    }
  }
  return counts;
}

/// Searches with the tables of a search that does not know the game before the root. Stops after
/// the first difference.
BugCounts search_with_kept_tables(int games) {
  SplitMix64 random(12);
  BugCounts counts;
  for (int i = 0; i < games; ++i) {
    const auto drawn = random_drawish(random);
    for (const auto& algorithm : test::parallel_algorithms()) {
      const auto test = draw_case(algorithm, random);
      const auto tables = test.algorithm.tables(test.tables);
      ThreadMachine first(test.processors, tables, {});
      counts.add(test::run_on_threads(first, test, drawn.forgetful->position(), compared), test);
      if (counts.differences > 0)
        return {}; // the first search is right
      ThreadMachine second(test.processors, tables, {});
      second.tables() = std::move(first.tables());
      counts.add(test::run_on_threads(second, test, drawn.root->position(), compared), test);
      if (counts.differences > 0)
        return counts;
    }
  }
  return counts;
}

} // namespace

TEST_CASE("every algorithm sees the draws of the game before the root, with a table") {
  CHECK_THAT(search_games(2, false).first, Catch::Equals(""));
  CHECK_THAT(search_games(1, true).first, Catch::Equals(""));
}

TEST_CASE("a table kept from a search without the game's draws is found within 200 searches") {
  const auto counts = search_with_kept_tables(7);
  CHECK(counts.differences == 1);
  CHECK(counts.searches <= 200);
}

TEST_CASE("by hand: draws of the game before the root", "[.][by-hand]") {
  test::print("draws by history, threads", search_games(60, false));
  test::print("draws by history, simulated", search_games(20, true));
  test::print("draws by history | table kept", search_with_kept_tables(7));
}
