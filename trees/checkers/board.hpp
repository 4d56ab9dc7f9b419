#pragma once

#include "trees/checkers/bitboard.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace eldest::checkers {

enum class Colour : std::uint8_t { black, white };

[[nodiscard]] constexpr Colour opponent(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

/// The row where a colour's men are crowned.
[[nodiscard]] constexpr Bitboard king_row(Colour colour) {
  return colour == Colour::black ? square_range(29, 32) : square_range(1, 4);
}

[[nodiscard]] constexpr bool is_forward(Direction direction, Colour colour) {
  return (direction == Direction::down_4 || direction == Direction::down_5) ==
         (colour == Colour::black);
}

inline constexpr int max_pieces_per_side = 12;

/// The pieces on their squares, and the side to move. The sets of the colours are disjoint and
/// within the board. A side has at most 12 pieces, and no man stands on its king row.
struct Board {
  std::array<Bitboard, 2> pieces{}; ///< men and kings, by colour
  Bitboard kings = 0;               ///< of both colours
  Colour turn = Colour::black;

  [[nodiscard]] constexpr Bitboard of(Colour colour) const {
    return pieces[static_cast<std::size_t>(colour)];
  }
  [[nodiscard]] constexpr Bitboard& of(Colour colour) {
    return pieces[static_cast<std::size_t>(colour)];
  }
  [[nodiscard]] constexpr Bitboard empty() const { return all_squares & ~(pieces[0] | pieces[1]); }

  /// The pieces of a colour that may move in a direction.
  [[nodiscard]] constexpr Bitboard movers(Colour colour, Direction direction) const {
    return is_forward(direction, colour) ? of(colour) : of(colour) & kings;
  }

  /// The pieces of a colour that can step, or jump, in a direction.
  [[nodiscard]] constexpr Bitboard steppers(Colour colour, Direction direction) const {
    return movers(colour, direction) & shifted(empty(), opposite(direction));
  }
  [[nodiscard]] constexpr Bitboard jumpers(Colour colour, Direction direction) const {
    const auto back = opposite(direction);
    return movers(colour, direction) & shifted(shifted(empty(), back) & of(opponent(colour)), back);
  }

  [[nodiscard]] constexpr bool can_jump(Colour colour) const {
    return std::any_of(directions.begin(), directions.end(),
                       [&](Direction direction) { return jumpers(colour, direction) != 0; });
  }

  /// Returns true if the board meets the conditions above (see Board).
  [[nodiscard]] constexpr bool is_valid() const {
    const auto men = [&](Colour colour) { return of(colour) & ~kings; };
    return ((pieces[0] | pieces[1]) & ~all_squares) == 0 && (pieces[0] & pieces[1]) == 0 &&
           (kings & ~(pieces[0] | pieces[1])) == 0 &&
           (men(Colour::black) & king_row(Colour::black)) == 0 &&
           (men(Colour::white) & king_row(Colour::white)) == 0 &&
           std::popcount(pieces[0]) <= max_pieces_per_side &&
           std::popcount(pieces[1]) <= max_pieces_per_side;
  }

  friend constexpr bool operator==(const Board&, const Board&) = default;
};

/// The same position with the colours exchanged and the board turned.
[[nodiscard]] constexpr Board colours_reversed(const Board& board) {
  return {{rotated(board.pieces[1]), rotated(board.pieces[0])},
          rotated(board.kings),
          opponent(board.turn)};
}

/// The position a game starts from: Black on 1-12, White on 21-32, Black to move.
inline constexpr Board start_board{{square_range(1, 12), square_range(21, 32)}, 0, Colour::black};

} // namespace eldest::checkers
