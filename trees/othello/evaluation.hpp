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
};

/// The unit of the evaluation: an expected final margin of one disc is 100.
inline constexpr Score centidiscs_per_disc = 100;

/// The limit of heuristic values, a margin of 64 discs: they lie within [-heuristic_limit,
/// heuristic_limit].
inline constexpr Score heuristic_limit = 64 * centidiscs_per_disc;

/// The heuristic value for `mover`, in centidiscs: mobility (squares it may play on), potential
/// mobility (empty squares next to the other's discs) and classes of squares (corners; X and C
/// squares beside an empty corner; the rest of the edge), each a difference between the sides whose
/// weight depends on the evaluation and on the number of empty squares.
///
/// `mover_moves` and `opponent_moves` are the legal squares of the two.
[[nodiscard]] Score heuristic_value(Evaluation evaluation, Bitboard mover, Bitboard opponent,
                                    Bitboard mover_moves, Bitboard opponent_moves);

} // namespace eldest::othello
