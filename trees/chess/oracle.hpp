#pragma once

#include "trees/chess/board.hpp"
#include "trees/chess/draws.hpp"
#include "trees/chess/move.hpp"
#include "trees/chess/setup.hpp"
#include "trees/chess/types.hpp"
#include "trees/score.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace eldest::chess {

/// The options of the game tree.
struct Settings {
  /// True if the search goes a ply deeper below a position with the side to move in check.
  bool check_extension = true;
  /// The only moves that are made at the root. If empty, all legal moves are made there.
  std::vector<Move> root_moves = {};
};

/// The value of every piece on every square, computed once from the root of a search. During the
/// search, the evaluation is the incrementally kept sum of the table over the pieces, and nothing
/// else. This is the manner of SUPREM (Berliner & Ebeling, "Pattern Knowledge and Search: The
/// SUPREM Architecture", Artificial Intelligence 38, 1989). It is also that of the chess program
/// Frenchess (Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996).
///
/// The table does not depend on the side to move, and both colours are treated alike.
class Oracle {
public:
  explicit Oracle(const Setup& root, Settings settings = {}, std::optional<Draws> draws = {});

  /// The value of a piece on a square for White, in centipawns. Negative for black pieces, 0 for
  /// no_piece.
  [[nodiscard]] Score value(Piece piece, Square square) const { return values_[piece][square]; }

  /// The sum of the values of all pieces, for White.
  [[nodiscard]] Score sum(const Board& board) const;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// The draws that follow from the game that led to the root, or null.
  [[nodiscard]] const Draws* draws() const { return draws_ ? &*draws_ : nullptr; }

  /// The castling rights that survive a move from or to a square. The root's mark does not.
  [[nodiscard]] CastlingRights surviving_castling(Square square) const {
    return surviving_castling_[square];
  }
  [[nodiscard]] const CastlingRooks& castling_rooks() const { return castling_rooks_; }

private:
  std::array<std::array<std::int16_t, square_count>, piece_count> values_{};
  std::array<CastlingRights, square_count> surviving_castling_;
  CastlingRooks castling_rooks_;
  Settings settings_;
  std::optional<Draws> draws_;
};

} // namespace eldest::chess
