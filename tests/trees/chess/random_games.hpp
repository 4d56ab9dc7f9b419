#pragma once

#include "trees/base/random.hpp"
#include "trees/chess/root.hpp"

#include <array>
#include <cstdint>

namespace eldest::chess::test {

inline constexpr const char* initial_fen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Positions from which every kind of move soon occurs.
inline constexpr std::array game_starts{
    initial_fen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"};

inline Position::MoveList legal_moves(const Position& position) {
  Position::MoveList moves;
  position.generate_moves(moves);
  return moves;
}

/// Calls `visit(position)` for each position of random games of up to 120 ply.
template <class Visit> void play_random_games(int games_per_start, Visit visit) {
  SplitMix64 random{1982};
  for (const auto* const fen : game_starts)
    for (int game = 0; game < games_per_start; ++game) {
      const Root root{fen};
      auto position = root.position();
      for (int ply = 0; ply < 120; ++ply) {
        visit(position);
        const auto moves = legal_moves(position);
        if (moves.empty())
          break;
        position = position.after(moves[random() % moves.size()]);
      }
    }
}

} // namespace eldest::chess::test
