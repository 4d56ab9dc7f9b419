#pragma once

#include <cstdint>

namespace eldest {

/// The hash of a position (Zobrist or the like), 64 bits. Equal positions have equal keys. Two
/// different positions of one search are assumed never to share a key.
using Key = std::uint64_t;

/// The value of a position for the side to move, in the game's unit (centipawns, discs, …).
using Score = std::int32_t;

/// The limit of all evaluations and final values, which lie within [-score_limit, score_limit].
inline constexpr Score score_limit = 1'000'000;

/// A bound beyond any score. The search window of a root is (-infinity, infinity).
inline constexpr Score infinity = score_limit + 1;

/// Returns the value of a won game with `depth` ply of search left. A win found with more depth
/// left is nearer to the root, so the winner prefers it. The value uses the depth left, not the ply
/// from the root, so that it depends on position and depth alone. Table entries therefore need no
/// adjustment.
[[nodiscard]] constexpr Score win_score(int depth) { return 900'000 + depth; }

/// Returns true if `value` is that of a won or lost game, at most 1000 ply away.
[[nodiscard]] constexpr bool is_win(Score value) {
  return value >= win_score(-1000) || value <= -win_score(-1000);
}

} // namespace eldest
