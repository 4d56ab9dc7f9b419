#pragma once

#include "sim/experiments/problem.hpp"
#include "trees/perft.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"
#include "trees/statistics.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace eldest {

/// Returns the line of best moves from the root, searched to `depth`, as texts. The first move
/// has the code `first`, and `best_move` returns the others from the table. `value` is the root's.
/// The line ends where `best_move` knows none, or where a position repeats.
template <Position P>
[[nodiscard]] std::vector<std::string>
principal_variation(const P& root, const BestMoves& best_move, std::uint32_t first, Score value,
                    int depth) {
  std::vector<std::string> variation;
  std::set<Key> seen;
  P position = root;
  for (auto code = first; code != 0;) {
    const auto move = find_move(position, code);
    if (!move || !seen.insert(position.key()).second)
      break;
    variation.push_back(position.text(*move));
    position = position.after(*move);
    value = -value;
    depth += position.extension() - 1;
    code = best_move(position.key(), depth, value);
  }
  return variation;
}

/// Returns the move or pass from a position to the one with key `key`, as text, and the position
/// that it leads to. Returns nothing if there is no such move.
template <Position P>
[[nodiscard]] std::optional<std::pair<std::string, P>> find_son(const P& position, Key key) {
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  for (const auto move : moves) {
    const P son = position.after(move);
    if (son.key() == key)
      return std::pair(position.text(move), son);
  }
  if constexpr (PassablePosition<P>) {
    if (position.may_pass() && position.after_pass().key() == key)
      return std::pair(std::string("pass"), position.after_pass());
  }
  return std::nullopt;
}

/// Returns the moves of a line of play from the root, as texts, up to the first key that no move
/// leads to.
template <Position P>
[[nodiscard]] std::vector<std::string> line_text(const P& root, const TopLine& line) {
  std::vector<std::string> texts;
  P position = root;
  for (const auto key : line) {
    const auto son = key == 0 ? std::nullopt : find_son(position, key);
    if (!son)
      break;
    texts.push_back(son->first);
    position = son->second;
  }
  return texts;
}

/// Returns true if a line of legal moves leads from the root to a position whose side to move has
/// lost.
template <Position P>
[[nodiscard]] bool is_lost_after(const P& root, const std::vector<std::string>& line) {
  P position = root;
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  for (const auto& text : line) {
    const auto move = std::ranges::find_if(
        moves, [&](const auto& legal) { return position.text(legal) == text; });
    if (move == moves.end())
      return false;
    position = position.after(*move);
    moves.clear();
    position.generate_moves(moves);
  }
  return moves.empty() && position.terminal_value(0) <= -win_score(0);
}

/// Makes a problem of a root position. Leaves its function `search` empty. `owner` keeps alive the
/// data that the position refers to.
template <Position P>
[[nodiscard]] Problem describe_problem(std::string id, std::string text, NodeCosts costs,
                                       const P& root, const std::shared_ptr<const void>& owner) {
  Problem problem;
  problem.id = std::move(id);
  problem.position = std::move(text);
  problem.costs = costs;
  problem.root = root;
  problem.has_quiescence = QuiescentPosition<P>;
  problem.has_pass = PassablePosition<P>;
  problem.has_gain = HasGain<P>;
  problem.has_last_move = HasLastMove<P>;
  problem.move_text = [root, owner](std::uint32_t code) {
    const auto move = find_move(root, code);
    return move ? root.text(*move) : std::string();
  };
  problem.line_text = [root, owner](const TopLine& line) { return line_text(root, line); };
  problem.principal_variation = [root, owner](const BestMoves& best_move, std::uint32_t first,
                                              Score value, int depth) {
    return principal_variation(root, best_move, first, value, depth);
  };
  problem.is_lost_after = [root, owner](const std::vector<std::string>& line) {
    return is_lost_after(root, line);
  };
  problem.perft = [root, owner](int depth) { return perft(root, depth); };
  problem.divide = [root, owner](int depth) { return divide(root, depth); };
  problem.measure = [root, owner](int depth) { return measure(root, depth); };
  return problem;
}

} // namespace eldest
