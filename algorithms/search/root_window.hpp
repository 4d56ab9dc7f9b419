#pragma once

#include "trees/score.hpp"

#include <cstdint>

namespace eldest {

/// The value and best move of a finished root.
struct RootResult {
  Score value = 0;
  std::uint32_t move = 0; ///< code of the best move, 0 for none
};

/// The window of the next search of the root: see Worker::aspire.
///
/// In MTD(f) it is a null window at a guess. Each search finds a bound of the value, which is the
/// next guess. The search ends when the bounds from both sides meet or cross. The last bound then
/// is the value. (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms",
/// Artificial Intelligence 87, 1996.) Three things differ from the paper:
///
/// - An entry of the table holds one bound instead of two.
/// - The first iteration has no guess, and an infinite window.
/// - A null-move cut-off returns beta itself. So with null moves a search may come nearer to the
///   value by a point only.
struct RootWindow {
  Score alpha = -infinity;
  Score beta = infinity;
  bool null_windows = false; ///< MTD(f)
  // Only in MTD(f): bounds of the root's value, and the move of the lower one, 0 for none.
  Score lower = -infinity;
  Score upper = infinity;
  std::uint32_t move = 0;

  [[nodiscard]] static RootWindow null_at(Score guess) { return {guess - 1, guess, true}; }

  /// Makes the window of the next search from the result of the last one. Returns false if no other
  /// search is needed. In MTD(f) `root` then gets the move of the lower bound.
  [[nodiscard]] bool open(RootResult& root) {
    return null_windows ? step(root) : widen(root.value);
  }

private:
  /// Makes the window of MTD(f)'s next search. Returns false if the value is known.
  [[nodiscard]] bool step(RootResult& root) {
    if (root.value >= beta) {
      lower = root.value;
      move = root.move;
    } else {
      upper = root.value;
      root.move = move != 0 ? move : root.move;
    }
    beta = root.value == lower ? root.value + 1 : root.value;
    alpha = beta - 1;
    return lower < upper;
  }

  /// Opens the window on the side on which the search has failed. Returns true if it has failed.
  [[nodiscard]] bool widen(Score value) {
    const bool low = value <= alpha && alpha != -infinity;
    const bool high = value >= beta && beta != infinity;
    if (low)
      alpha = -infinity;
    else if (high)
      beta = infinity;
    return low || high;
  }
};

} // namespace eldest
