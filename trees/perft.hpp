#pragma once

#include "trees/position.hpp"

#include <cstdint>

namespace eldest {

/// The number of move paths of `depth` ply from a position. A path that ends early (no moves left)
/// is not counted; the last ply is counted without making its moves.
template <Position P> [[nodiscard]] std::uint64_t perft(const P& position, int depth) {
  if (depth == 0)
    return 1;
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  if (depth == 1)
    return moves.size();
  std::uint64_t paths = 0;
  for (const auto move : moves)
    paths += perft(position.after(move), depth - 1);
  return paths;
}

} // namespace eldest
