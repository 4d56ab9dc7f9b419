#pragma once

#include "trees/base/wire.hpp"
#include "trees/chess/attacks.hpp"
#include "trees/chess/bitboard.hpp"
#include "trees/chess/types.hpp"

#include <array>
#include <cstddef>

namespace eldest::chess {

/// The pieces on their squares, in 32 bytes. Bit n of a square's Piece is in plane n
/// ("quad-bitboard", Chess Programming Wiki). The codes of the pieces are such that sets like
/// `pawns` take two or three operations.
class Board {
public:
  [[nodiscard]] constexpr Piece piece_on(Square square) const {
    unsigned piece = 0;
    for (unsigned n = 0; n < planes_.size(); ++n)
      piece |= static_cast<unsigned>((planes_[n] >> square) & 1U) << n;
    return static_cast<Piece>(piece);
  }

  [[nodiscard]] constexpr Bitboard occupied() const { return planes_[0] | planes_[1] | planes_[2]; }
  [[nodiscard]] constexpr Bitboard pieces(Color color) const {
    return color == black ? planes_[3] : occupied() & ~planes_[3];
  }
  [[nodiscard]] constexpr Bitboard knights() const {
    return planes_[2] & ~(planes_[0] | planes_[1]);
  }
  [[nodiscard]] constexpr Bitboard pawns() const { return planes_[2] & planes_[0]; }
  [[nodiscard]] constexpr Bitboard kings() const { return planes_[2] & planes_[1]; }
  /// Bishops and queens.
  [[nodiscard]] constexpr Bitboard diagonal_sliders() const { return planes_[0] & ~planes_[2]; }
  /// Rooks and queens.
  [[nodiscard]] constexpr Bitboard orthogonal_sliders() const { return planes_[1] & ~planes_[2]; }

  /// All pieces of one type, of both colours.
  [[nodiscard]] constexpr Bitboard pieces(PieceType type) const {
    auto set = ~Bitboard{0};
    for (unsigned n = 0; n < 3; ++n)
      set &= (type >> n & 1U) != 0 ? planes_[n] : ~planes_[n];
    return set;
  }
  [[nodiscard]] constexpr Bitboard pieces(Color color, PieceType type) const {
    return pieces(color) & pieces(type);
  }
  /// The square of the king of `color`, which the board must have.
  [[nodiscard]] constexpr Square king_square(Color color) const {
    return first(kings() & (color == black ? planes_[3] : ~planes_[3]));
  }

  /// Puts a piece on an empty square.
  constexpr void put(Piece piece, Square square) { toggle(piece, bit(square)); }
  /// Removes the piece on a square.
  constexpr void remove(Piece piece, Square square) { toggle(piece, bit(square)); }
  /// Moves the piece on `from` to the empty square `to`.
  constexpr void move(Piece piece, Square from, Square to) { toggle(piece, bit(from) | bit(to)); }

  /// All pieces of both colours that would attack `target` if `occupied` were the occupied squares.
  [[nodiscard]] constexpr Bitboard attackers(Square target, Bitboard occupied) const {
    return (bishop_attacks(target, occupied) & diagonal_sliders()) |
           (rook_attacks(target, occupied) & orthogonal_sliders()) |
           (knight_attacks(target) & knights()) | (king_attacks(target) & kings()) |
           (pawns() & ((pawn_attacks(black, target) & pieces(white)) |
                       (pawn_attacks(white, target) & pieces(black))));
  }

  /// See trees/base/wire.hpp. A board that has been read may be invalid (see is_valid).
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    for (auto& plane : self.planes_)
      wire::whole(wire, plane);
  }
  /// Returns true if every square has the code of a piece, or no_piece.
  [[nodiscard]] constexpr bool is_valid() const {
    return (planes_[0] & planes_[1] & planes_[2]) == 0 && (planes_[3] & ~occupied()) == 0;
  }

  [[nodiscard]] constexpr bool operator==(const Board&) const = default;

private:
  constexpr void toggle(Piece piece, Bitboard squares) {
    for (unsigned n = 0; n < planes_.size(); ++n)
      planes_[n] ^= squares & (Bitboard{0} - (piece >> n & 1U));
  }

  std::array<Bitboard, 4> planes_{};
};

} // namespace eldest::chess
