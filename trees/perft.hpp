#pragma once

#include "trees/position.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace eldest {

/// Returns the number of move paths of `depth` ply, 0 or more, from a position. Paths that end
/// early (no moves left) are not counted. The last ply is counted without making its moves.
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

/// Returns, for each move, its text and the number of move paths of `depth` ply, 1 or more, that
/// begin with the move. In the order of generation.
template <Position P>
[[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> divide(const P& position,
                                                                        int depth) {
  MoveList<typename P::Move> moves;
  position.generate_moves(moves);
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto move : moves)
    counts.emplace_back(position.text(move), perft(position.after(move), depth - 1));
  return counts;
}

} // namespace eldest
