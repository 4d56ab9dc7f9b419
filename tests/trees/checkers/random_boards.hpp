#pragma once

#include "trees/base/random.hpp"
#include "trees/checkers/position.hpp"

#include <cstddef>

namespace eldest::checkers::test {

/// Draws a number in [0, bound), for a small bound.
inline std::size_t random_below(SplitMix64& random, std::size_t bound) { return random() % bound; }

/// Draws a board with up to 12 pieces a side anywhere. Half of the pieces are kings, far more than
/// in games.
inline Board random_board(SplitMix64& random) {
  Board board;
  board.turn = random_below(random, 2) == 0 ? Colour::black : Colour::white;
  for (const auto colour : {Colour::black, Colour::white})
    for (auto pieces = random_below(random, max_pieces_per_side + 1); pieces > 0; --pieces) {
      const auto square = square_set(1 + static_cast<int>(random_below(random, square_count)));
      if ((square & board.empty()) == 0)
        continue;
      board.of(colour) |= square;
      if (random_below(random, 2) == 0 || (square & king_row(colour)) != 0)
        board.kings |= square;
    }
  return board;
}

inline MoveList<Move> legal_moves(const Position& position) {
  MoveList<Move> moves;
  position.generate_moves(moves);
  return moves;
}

/// Calls visit(position) for every position of a game of random moves, at most 150 ply long.
template <class Visit> void play_random_game(SplitMix64& random, Visit visit) {
  Position position;
  for (int ply = 0; ply < 150; ++ply) {
    visit(position);
    const auto moves = legal_moves(position);
    if (moves.empty())
      return;
    position = position.after(moves[random_below(random, moves.size())]);
  }
}

} // namespace eldest::checkers::test
