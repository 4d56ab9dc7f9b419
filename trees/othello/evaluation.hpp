#pragma once

#include "trees/othello/bitboard.hpp"
#include "trees/score.hpp"

#include <cstdint>

namespace eldest::othello {

/// The weights of the evaluation.
///
/// Othello is a game of zugzwang: the side that moves last chooses the position in which the other
/// has the fewest moves, and looks better than after the reply. The more mobility dominates, the
/// more values swing with the parity of the depth.
enum class Evaluation : std::uint8_t {
  /// Mobility dominates, and values swing: the instability that Bugs had to live with (Weill, "The
  /// ABDADA Distributed Minimax Search Algorithm", 1996, section 3). Its own weights are not
  /// published; these are ours.
  swinging,
  /// Mobility has less weight and potential mobility more, so that values of odd and even depths
  /// lie close together and the principal variation is stable: for programs of which no instability
  /// is known. The weights are ours.
  steady,
  /// The weights say best which side has won by how much, in games that the evaluation itself has
  /// decided the moves of: for strong programs, which learned theirs from games. The weights are
  /// ours, found in results/othello-evaluation.
  learned,
};

/// The unit of the evaluation: an expected final margin of one disc is 100.
inline constexpr Score centidiscs_per_disc = 100;

/// The limit of heuristic values, a margin of 64 discs: they lie within [-heuristic_limit,
/// heuristic_limit].
inline constexpr Score heuristic_limit = 64 * centidiscs_per_disc;

/// What an evaluation weighs: differences between the side to move and the other.
struct Terms {
  int mobility;           ///< squares that it may play on
  int potential_mobility; ///< empty squares next to the other's discs
  int corners;
  int x_squares; ///< discs on those diagonally beside an empty corner
  int c_squares; ///< discs on those of the edge beside an empty corner
  int edge;      ///< discs on the rest of the edge
  int discs;
  int turn = 1; ///< being the side to move
};

/// The terms for `mover`; `mover_moves` and `opponent_moves` are the legal squares of the two.
[[nodiscard]] constexpr Terms terms(Bitboard mover, Bitboard opponent, Bitboard mover_moves,
                                    Bitboard opponent_moves) {
  const Bitboard empty = ~(mover | opponent);
  const auto balance = [&](Bitboard squares) {
    return count(mover & squares) - count(opponent & squares);
  };
  const Bitboard c_squares = c_squares_beside(corners & empty);
  return {.mobility = count(mover_moves) - count(opponent_moves),
          .potential_mobility =
              count(neighbours(opponent) & empty) - count(neighbours(mover) & empty),
          .corners = balance(corners),
          .x_squares = balance(x_squares_beside(corners & empty)),
          .c_squares = balance(c_squares),
          .edge = balance(edges & ~corners & ~c_squares),
          .discs = count(mover) - count(opponent)};
}

/// The heuristic value for `mover`, in centidiscs: the terms, each with a weight that depends on
/// the evaluation and on the number of empty squares.
///
/// `mover_moves` and `opponent_moves` are the legal squares of the two.
[[nodiscard]] Score heuristic_value(Evaluation evaluation, Bitboard mover, Bitboard opponent,
                                    Bitboard mover_moves, Bitboard opponent_moves);

} // namespace eldest::othello
