#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace eldest::chess {

enum Color : std::uint8_t { white, black };

[[nodiscard]] constexpr Color operator~(Color color) { return color == white ? black : white; }

/// The type of a piece. The low two bits of a slider are flags: 1 for moves along diagonals, 2 for
/// moves along ranks and files (see Board).
enum PieceType : std::uint8_t {
  no_type = 0,
  bishop = 1,
  rook = 2,
  queen = 3,
  knight = 4,
  pawn = 5,
  king = 6
};

/// The code of a piece: its PieceType plus 8 times its Color.
enum Piece : std::uint8_t { no_piece = 0 };

inline constexpr std::size_t piece_count = 16;

[[nodiscard]] constexpr Piece make_piece(Color color, PieceType type) {
  return static_cast<Piece>(color * 8 + type);
}
[[nodiscard]] constexpr PieceType type_of(Piece piece) { return static_cast<PieceType>(piece & 7); }
[[nodiscard]] constexpr Color color_of(Piece piece) { return static_cast<Color>(piece >> 3); }

// clang-format off
/// The squares, rank by rank: a1 is 0, b1 is 1, a2 is 8, h8 is 63.
enum Square : std::uint8_t {
  a1, b1, c1, d1, e1, f1, g1, h1,
  a2, b2, c2, d2, e2, f2, g2, h2,
  a3, b3, c3, d3, e3, f3, g3, h3,
  a4, b4, c4, d4, e4, f4, g4, h4,
  a5, b5, c5, d5, e5, f5, g5, h5,
  a6, b6, c6, d6, e6, f6, g6, h6,
  a7, b7, c7, d7, e7, f7, g7, h7,
  a8, b8, c8, d8, e8, f8, g8, h8,
  no_square
};
// clang-format on

inline constexpr int square_count = 64;

/// `file` and `rank` are 0 to 7.
[[nodiscard]] constexpr Square make_square(int file, int rank) {
  return static_cast<Square>(rank * 8 + file);
}
[[nodiscard]] constexpr int file_of(Square square) { return square & 7; }
[[nodiscard]] constexpr int rank_of(Square square) { return square >> 3; }
[[nodiscard]] constexpr Square offset(Square square, int by) {
  return static_cast<Square>(square + by);
}

/// The square on a board turned so that `color` plays upwards. For Black, a1 and a8 change places.
[[nodiscard]] constexpr Square relative_square(Color color, Square square) {
  return static_cast<Square>(color == white ? square : square ^ 56);
}

/// The step of a pawn of `color`, as a difference of squares.
[[nodiscard]] constexpr int forward(Color color) { return color == white ? 8 : -8; }

[[nodiscard]] inline std::string to_string(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

} // namespace eldest::chess
