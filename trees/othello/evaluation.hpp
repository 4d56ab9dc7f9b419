#pragma once

#include "trees/othello/bitboard.hpp"
#include "trees/score.hpp"

namespace eldest::othello {

/// The unit of the evaluation: an expected final margin of one disc is 100.
inline constexpr Score centidiscs_per_disc = 100;

/// The limit of heuristic values, a margin of 64 discs: they lie within [-heuristic_limit,
/// heuristic_limit].
inline constexpr Score heuristic_limit = 64 * centidiscs_per_disc;

/// The heuristic value for `mover`, in centidiscs: mobility (squares it may play on), potential
/// mobility (empty squares next to the other's discs) and classes of squares (corners; X and C
/// squares beside an empty corner; the rest of the edge), each a difference between the sides whose
/// weight depends on the number of empty squares.
///
/// Mobility dominates, so values swing with the parity of the depth: the side that moves last
/// chooses the position in which the other has the fewest moves, and looks better than after the
/// reply. Othello is a game of zugzwang, and its programs of the 1990s had to live with this
/// instability (Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996, section 3).
///
/// `mover_moves` and `opponent_moves` are the legal squares of the two.
[[nodiscard]] Score heuristic_value(Bitboard mover, Bitboard opponent, Bitboard mover_moves,
                                    Bitboard opponent_moves);

} // namespace eldest::othello
