#pragma once

#include "trees/chess/board.hpp"
#include "trees/chess/types.hpp"

#include <cstdint>

namespace eldest::chess {

/// The set of castling moves that neither king nor rook has forfeited; bits of CastlingRight.
using CastlingRights = std::uint8_t;

enum CastlingRight : std::uint8_t {
  white_short = 1,
  white_long = 2,
  black_short = 4,
  black_long = 8,
};

[[nodiscard]] constexpr CastlingRight short_castling(Color color) {
  return color == white ? white_short : black_short;
}
[[nodiscard]] constexpr CastlingRight long_castling(Color color) {
  return color == white ? white_long : black_long;
}

/// The content of a FEN record without its clocks, as a diagram and its caption show a position.
struct Setup {
  Board board;
  Color side_to_move = white;
  CastlingRights castling = 0;
  /// The square that a pawn has just passed over by a double step, if an enemy pawn may *legally*
  /// capture it there. Otherwise no_square, so that positions with the same moves are equal.
  Square en_passant = no_square;

  [[nodiscard]] constexpr bool operator==(const Setup&) const = default;
};

/// The pawns of the side to move that may capture en passant on `target` without leaving their king
/// in check. `target`: the square that an enemy pawn has just passed over.
[[nodiscard]] Bitboard en_passant_capturers(const Board& board, Color side_to_move, Square target);

} // namespace eldest::chess
