#pragma once

#include "trees/chess/board.hpp"
#include "trees/chess/types.hpp"

#include <array>
#include <bit>
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

/// Mark of the root of a player's search, kept with the castling rights because every move forfeits
/// it. The game is not over at the root, and only the moves of Settings::root_moves are made there.
inline constexpr CastlingRights root_mark = 16;

/// Squares of the rooks that castle, by the place of the right's bit among the CastlingRights.
using CastlingRooks = std::array<Square, 4>;
inline constexpr CastlingRooks standard_rooks{h1, a1, h8, a8};

[[nodiscard]] constexpr Square rook_of(const CastlingRooks& rooks, CastlingRight right) {
  return rooks[static_cast<std::size_t>(std::countr_zero(unsigned{right}))];
}

/// The content of a FEN record without its clocks, as a diagram and its caption show a position.
struct Setup {
  Board board;
  Color side_to_move = white;
  CastlingRights castling = 0;
  /// The square that a pawn has just passed over by a double step, if an enemy pawn may *legally*
  /// capture it there. Otherwise no_square, so that positions with the same moves are equal.
  Square en_passant = no_square;
  /// Those of the rights in `castling`; others do not matter. In Chess960, rooks and kings that
  /// castle may stand on any files of their first rank.
  CastlingRooks rooks = standard_rooks;

  [[nodiscard]] constexpr bool operator==(const Setup&) const = default;
};

/// The pawns of the side to move that may capture en passant on `target` without leaving their king
/// in check. `target`: the square that an enemy pawn has just passed over.
[[nodiscard]] Bitboard en_passant_capturers(const Board& board, Color side_to_move, Square target);

} // namespace eldest::chess
