#pragma once

#include "trees/chess/types.hpp"

#include <cstdint>

namespace eldest::chess {

/// The kind of a move, which is its effect apart from moving a piece. Bit 2 marks captures. Bit 3
/// marks promotions, whose low two bits are the new piece.
enum class MoveKind : std::uint8_t {
  quiet = 0,
  double_push = 1,
  castling = 2,
  capture = 4,
  en_passant = 5,
  promotion = 8,
  capture_promotion = 12
};

/// A move in 16 bits: from, to and kind.
class Move {
public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveKind kind)
      : bits_(static_cast<std::uint16_t>(from | (to << 6) | (static_cast<int>(kind) << 12))) {}

  /// A promotion to `type`. `kind` is MoveKind::promotion or MoveKind::capture_promotion.
  constexpr Move(Square from, Square to, MoveKind kind, PieceType type)
      : Move(from, to, static_cast<MoveKind>(static_cast<int>(kind) | (type & 3))) {}

  [[nodiscard]] constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
  [[nodiscard]] constexpr Square to() const { return static_cast<Square>((bits_ >> 6) & 63); }
  [[nodiscard]] constexpr bool captures() const { return (bits_ & 0x4000) != 0; }
  [[nodiscard]] constexpr bool promotes() const { return (bits_ & 0x8000) != 0; }
  [[nodiscard]] constexpr bool is(MoveKind kind) const {
    return bits_ >> 12 == static_cast<int>(kind);
  }

  /// The piece that a pawn becomes; for promotions only.
  [[nodiscard]] constexpr PieceType promotion() const {
    const int low_bits = (bits_ >> 12) & 3;
    return low_bits == 0 ? knight : static_cast<PieceType>(low_bits);
  }

  /// The move as a number, never 0 because no move stays on its square.
  [[nodiscard]] constexpr std::uint32_t code() const { return bits_; }

  [[nodiscard]] constexpr bool operator==(const Move&) const = default;

private:
  std::uint16_t bits_ = 0;
};

} // namespace eldest::chess
