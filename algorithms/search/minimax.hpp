#pragma once

#include "trees/position.hpp"

#include <algorithm>

namespace eldest {

/// The minimax value of a position at a depth, found by searching the whole tree without table,
/// window or move ordering. The tests check every other search against it.
template <Position P> [[nodiscard]] Score minimax(const P& position, int depth) {
  if (depth <= 0)
    return position.evaluate();
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  if (moves.empty())
    return position.terminal_value(depth);
  Score best = -infinity;
  for (const auto move : moves) {
    const P son = position.after(move);
    best = std::max(best, -minimax(son, depth - 1 + son.extension()));
  }
  return best;
}

} // namespace eldest
