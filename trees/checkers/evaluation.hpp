#pragma once

#include "trees/base/bits.hpp"
#include "trees/checkers/board.hpp"
#include "trees/score.hpp"

#include <algorithm>
#include <array>

/// The static evaluation, in hundredths of a man. The weights are plain and untuned. Every term is
/// the same for both colours, so that reversing the colours does not change the value for the side
/// to move.
namespace eldest::checkers::evaluation {

inline constexpr Score man_value = 100;
inline constexpr Score king_value = 130;

inline constexpr Score advancement = 2; ///< for a man, per row advanced
inline constexpr Score home_guard = 5;  ///< for a man on its own back row
inline constexpr Score man_centre = 2;  ///< for a man, per file from the edge, at most two
inline constexpr Score king_centre =
    4;                               ///< for a king, per row or file from the nearest edge, up to 3
inline constexpr Score bridge = 8;   ///< for men on both 1 and 3 (White: 30 and 32)
inline constexpr Score mobility = 1; ///< for each step that a side's pieces could make
inline constexpr Score the_move = 4; ///< for the opposition, with equal numbers of pieces

/// The row of a bit, 0 on Black's side, and its file, 0 to 7.
[[nodiscard]] constexpr int row_of(int bit) { return (square_of_bit(bit) - 1) / 4; }
[[nodiscard]] constexpr int file_of(int bit) {
  return 2 * ((square_of_bit(bit) - 1) % 4) + (row_of(bit) % 2 == 0 ? 1 : 0);
}

[[nodiscard]] constexpr int distance_from_edge(int line) { return std::min(line, 7 - line); }

[[nodiscard]] constexpr Score black_man_value(int bit) {
  const int row = row_of(bit);
  return man_value + advancement * row + (row == 0 ? home_guard : 0) +
         man_centre * std::min(distance_from_edge(file_of(bit)), 2);
}

[[nodiscard]] constexpr Score black_king_value(int bit) {
  return king_value +
         king_centre * std::min(distance_from_edge(row_of(bit)), distance_from_edge(file_of(bit)));
}

/// The value of a piece for its owner, by [king][colour][bit].
using PieceValues = std::array<std::array<std::array<Score, board_bits>, 2>, 2>;

inline constexpr PieceValues piece_values = [] {
  PieceValues values{};
  for (int bit = 0; bit < board_bits; ++bit) {
    const auto black = static_cast<std::size_t>(bit);
    const auto white = static_cast<std::size_t>(board_bits - 1 - bit);
    values[0][0][black] = values[0][1][white] = black_man_value(bit);
    values[1][0][black] = values[1][1][white] = black_king_value(bit);
  }
  return values;
}();

[[nodiscard]] constexpr Score back_row(const Board& board, Colour colour) {
  const auto posts =
      colour == Colour::black ? square_set(1) | square_set(3) : square_set(30) | square_set(32);
  return (board.of(colour) & ~board.kings & posts) == posts ? bridge : 0;
}

/// The number of steps that the pieces of a colour could make, even if a capture forbids them.
[[nodiscard]] constexpr int step_count(const Board& board, Colour colour) {
  int steps = 0;
  for (const auto direction : directions)
    steps += count_bits(board.steppers(colour, direction));
  return steps;
}

/// Returns true if the side to move "has the move" (the opposition). That is the case if an odd
/// number of pieces stands in the four files that begin at its own back row. It has a meaning only
/// if both sides have the same number of pieces.
[[nodiscard]] constexpr bool has_the_move(const Board& board) {
  constexpr Bitboard black_files =
      square_range(1, 4) | square_range(9, 12) | square_range(17, 20) | square_range(25, 28);
  const auto files = board.turn == Colour::black ? black_files : all_squares & ~black_files;
  return count_bits((board.pieces[0] | board.pieces[1]) & files) % 2 == 1;
}

[[nodiscard]] constexpr Score opposition(const Board& board) {
  if (count_bits(board.pieces[0]) != count_bits(board.pieces[1]))
    return 0;
  return has_the_move(board) ? the_move : -the_move;
}

} // namespace eldest::checkers::evaluation
