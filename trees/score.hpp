#pragma once

#include <cstdint>

namespace eldest {

/// The hash of a position (Zobrist or the like): equal positions have equal keys, and two different
/// positions of one search are assumed never to share one (64 bits).
using Key = std::uint64_t;

/// The value of a position for the side to move, in the game's unit (centipawns, discs, …).
using Score = std::int32_t;

/// The limit of all evaluations and final values: they lie within [-score_limit, score_limit].
inline constexpr Score score_limit = 1'000'000;

/// A bound beyond any score: the search window of a root is (-infinity, infinity).
inline constexpr Score infinity = score_limit + 1;

/// The value of a won game with `depth` ply of search left: a win found with more depth left is
/// nearer to the root, so the winner prefers it. Written with the depth that is left, not the ply
/// from the root, it stays a function of position and depth alone, and table entries need no
/// adjustment.
[[nodiscard]] constexpr Score win_score(int depth) { return 900'000 + depth; }

/// Whether a value is that of a won or lost game, at most 1000 ply away.
[[nodiscard]] constexpr bool is_win(Score value) {
  return value >= win_score(-1000) || value <= -win_score(-1000);
}

} // namespace eldest
