#pragma once

#include "trees/base/bits.hpp"
#include "trees/othello/bitboard.hpp"
#include "trees/score.hpp"

#include <cstdint>

namespace eldest::othello {

/// The weights of the evaluation.
///
/// Othello is a game of zugzwang. The side that has moved last has chosen a position in which the
/// other side has few moves. That side therefore looks better than it does after the reply. The
/// more mobility dominates, the more values swing with the parity of the depth.
enum class Evaluation : std::uint8_t {
  /// Mobility dominates, and values swing. This is the instability with which the program Bugs had
  /// to live (Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996, section 3). The
  /// weights of Bugs are not published; these are ours.
  swinging,
  /// Mobility has less weight and potential mobility more. Values of odd and even depths therefore
  /// lie close together, and the principal variation is stable. For programs without a known
  /// instability. The weights are ours.
  steady,
  /// The weights predict best which side wins and by how much, in games whose moves the evaluation
  /// itself chose. For strong programs, which learned their weights from games. The weights are
  /// ours, found in results/othello-evaluation.
  learned,
};

/// The unit of the evaluation, in which an expected final margin of one disc is 100.
inline constexpr Score centidiscs_per_disc = 100;

/// The limit of heuristic values, a margin of 64 discs. They lie within [-heuristic_limit,
/// heuristic_limit].
inline constexpr Score heuristic_limit = 64 * centidiscs_per_disc;

/// The terms of an evaluation, each the count of the side to move minus that of its opponent.
struct Terms {
  int mobility;           ///< legal squares
  int potential_mobility; ///< empty squares next to discs of the other side
  int corners;
  int x_squares; ///< discs diagonally next to an empty corner
  int c_squares; ///< discs on the edge next to an empty corner
  int edge;      ///< discs on the rest of the edge
  int discs;
  int turn = 1; ///< 1 for the side to move
};

/// The terms for `mover`. `mover_moves` and `opponent_moves` are the legal squares of the two
/// sides.
[[nodiscard]] constexpr Terms terms(Bitboard mover, Bitboard opponent, Bitboard mover_moves,
                                    Bitboard opponent_moves) {
  const Bitboard empty = ~(mover | opponent);
  const auto balance = [&](Bitboard squares) {
    return count_bits(mover & squares) - count_bits(opponent & squares);
  };
  const Bitboard c_squares = c_squares_beside(corners & empty);
  return {.mobility = count_bits(mover_moves) - count_bits(opponent_moves),
          .potential_mobility =
              count_bits(neighbours(opponent) & empty) - count_bits(neighbours(mover) & empty),
          .corners = balance(corners),
          .x_squares = balance(x_squares_beside(corners & empty)),
          .c_squares = balance(c_squares),
          .edge = balance(edges & ~corners & ~c_squares),
          .discs = count_bits(mover) - count_bits(opponent)};
}

/// The heuristic value for `mover`, in centidiscs: the weighted sum of the terms. The weights
/// depend on the evaluation and on the number of empty squares. `mover_moves` and `opponent_moves`
/// are the legal squares of the two sides.
[[nodiscard]] Score heuristic_value(Evaluation evaluation, Bitboard mover, Bitboard opponent,
                                    Bitboard mover_moves, Bitboard opponent_moves);

} // namespace eldest::othello
