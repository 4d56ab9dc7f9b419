#pragma once

#include "trees/base/random.hpp"
#include "trees/othello/position.hpp"

#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::othello {

/// Nicolet vs Murakami, final of the World Championship 1996, 29-35, without a pass. WTHOR database
/// of the Fédération Française d'Othello.
inline constexpr std::string_view final_1996 =
    "f5f6e6f4e3c5g5g3g4f3c4d6e2h5h6h3h4h7g6f7c7e7f8c3b3d2d3e1f2c6b5f1c1b6a5d1c2c8e8d8"
    "g7h8g8d7b4a3g1g2b7a8a7b8a6a4b2b1h1h2a1a2";

inline const std::string start_text =
    "---------------------------OX------XO--------------------------- X";

inline std::vector<Move> legal_moves(const Position& position) {
  Position::MoveList moves;
  position.generate_moves(moves);
  return {moves.begin(), moves.end()};
}

/// Returns the positions of a game from the start to the one after its last move. Moves are written
/// "f5d6…".
inline std::vector<Position> positions_of(std::string_view moves) {
  std::vector<Position> positions{start_position};
  for (std::size_t i = 0; i < moves.size(); i += 2)
    positions.push_back(positions.back().after(parse_move(positions.back(), moves.substr(i, 2))));
  return positions;
}

/// Returns the positions of a game of random moves, to its end.
inline std::vector<Position> random_game(SplitMix64& random) {
  std::vector<Position> positions{start_position};
  for (auto moves = legal_moves(start_position); !moves.empty();
       moves = legal_moves(positions.back()))
    positions.push_back(positions.back().after(moves[random() % moves.size()]));
  return positions;
}

/// Returns the moves that lead from each position to the next.
inline std::vector<Move> moves_between(const std::vector<Position>& positions) {
  std::vector<Move> moves;
  for (std::size_t ply = 1; ply < positions.size(); ++ply) {
    const auto filled = positions[ply - 1].empty() ^ positions[ply].empty();
    moves.push_back(filled == 0 ? Move::pass() : Move{std::countr_zero(filled)});
  }
  return moves;
}

/// The shortest beginning of a game after which a side has to pass: Black, and White's moves are
/// then e3 and f6.
inline constexpr std::string_view before_pass = "d3c3b3b2f5a3a1c1";

} // namespace eldest::othello
