#pragma once

#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"
#include "trees/position.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace eldest::test {

/// A position of a game of a few moves on a synthetic tree of model=ordered. The game ends with the
/// exact value of the node reached. Static values before the end may err, by at most
/// `greatest_error`.
///
/// A search that prunes and reduces must have the exact value if its depth is at least three times
/// the number of moves left:
/// - Every move of a line can be reduced by two ply at that depth. Logarithmic reductions are no
///   larger in games of at most 4 moves, which have at most 7 sons.
/// - A pass is worth as much as the last move, and takes `pass_reduction` moves more off the game
///   than a move. Null-move pruning takes as many off the depth, or up to 4 more if its reduction
///   grows by a ply for every 4 ply of depth.
/// - Futility pruning is right if its margin is not below the greatest error.
class ShortGame : public synthetic::Position {
public:
  static constexpr int pass_reduction = 1;
  static constexpr Score greatest_error = 10;

  ShortGame(const synthetic::Position& position, int moves_left)
      : synthetic::Position(position), left_(std::max(moves_left, 0)) {}

  [[nodiscard]] Key key() const {
    return mix(synthetic::Position::key() + static_cast<Key>(left_));
  }
  void generate_moves(MoveList& moves) const {
    if (left_ > 0)
      synthetic::Position::generate_moves(moves);
  }
  [[nodiscard]] ShortGame after(Move move) const {
    return {synthetic::Position::after(move), left_ - 1};
  }
  [[nodiscard]] Score evaluate() const {
    const Score error = left_ > 0 ? synthetic::Position::evaluate() - true_value() : 0;
    return true_value() + std::clamp(error, -greatest_error, greatest_error);
  }
  [[nodiscard]] Score terminal_value(int /*depth*/) const { return true_value(); }

  [[nodiscard]] bool may_pass() const { return left_ > 0; }
  [[nodiscard]] ShortGame after_pass() const {
    MoveList moves;
    generate_moves(moves);
    return {synthetic::Position::after(moves.back()), left_ - 1 - pass_reduction};
  }

  /// See SendablePosition.
  template <class Self, class Wire> static void fields(Self& self, Wire& wire) {
    synthetic::Position::fields(self, wire);
    wire::word<4>(wire, wire::part<0, 0xffff>(self.left_));
  }

private:
  int left_;
};

static_assert(PassablePosition<ShortGame>);

/// Runs one processor's part of a search of a short game.
[[nodiscard]] SearchOutcome search_short_game(const Algorithm& algorithm,
                                              const SearchSettings& settings, const ShortGame& root,
                                              AnyProcessor& processor);

/// A game, and a search of it with random pruning, reductions, deepening and aspiration.
struct ShortSearch {
  std::string tree;
  int moves = 0;
  SearchSettings settings;

  [[nodiscard]] ShortGame root(const synthetic::Tree& own_tree) const {
    return {synthetic::Position(own_tree), moves};
  }
  /// Returns true if a search to this depth must find the exact value.
  [[nodiscard]] bool exact_at(int depth) const { return depth >= 3 * moves; }
};

/// Draws a game and a search. `settings` has the settings that are not drawn.
[[nodiscard]] inline ShortSearch random_short_search(SplitMix64& random, SearchSettings settings) {
  const int fewest = draw(random, 2, 4);
  ShortSearch test;
  test.tree = fmt::format("b={}..{},seed={},order=0.{},spread={},noise={}", fewest,
                          fewest + draw(random, 0, 3), draw(random, 1, 1'000'000),
                          draw(random, 1, 6), draw(random, 10, 60), draw(random, 10, 60));
  if (draw(random, 0, 1) == 0)
    test.tree += fmt::format(",transpositions=0.{}", draw(random, 1, 9));
  test.moves = draw(random, 2, 4);
  settings.depth = 3 * test.moves + draw(random, 0, 1);
  settings.null_move_reduction = draw(random, 0, 3) == 0 ? 0 : ShortGame::pass_reduction;
  settings.null_move_growth = draw(random, 0, 1) * draw(random, 4, 8);
  settings.full_depth_moves = draw(random, 0, 2);
  settings.reduction = draw(random, 0, 1) == 0 ? Reduction::one_ply : Reduction::logarithmic;
  settings.futility_margin =
      draw(random, 0, 2) == 0 ? 0 : draw(random, ShortGame::greatest_error, 20);
  settings.aspiration = draw(random, 0, 1) * draw(random, 1, 12);
  settings.internal_deepening = draw(random, 0, 1) * draw(random, 3, 5);
  settings.table_depth = draw(random, 0, 1) == 0 ? TableDepth::exact : TableDepth::at_least;
  test.settings = settings;
  return test;
}

} // namespace eldest::test
