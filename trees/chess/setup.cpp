#include "trees/chess/setup.hpp"

namespace eldest::chess {

Bitboard en_passant_capturers(const Board& board, Color side_to_move, Square target) {
  const auto enemy = ~side_to_move;
  const auto captured = bit(offset(target, forward(enemy)));
  const auto enemies = board.pieces(enemy) & ~captured;
  const auto king = board.king_square(side_to_move);
  Bitboard capturers = 0;
  for (const auto from :
       Squares{pawn_attacks(enemy, target) & board.pieces(side_to_move) & board.pawns()}) {
    const auto occupied_after = (board.occupied() & ~captured & ~bit(from)) | bit(target);
    if ((board.attackers(king, occupied_after) & enemies) == 0)
      capturers |= bit(from);
  }
  return capturers;
}

} // namespace eldest::chess
