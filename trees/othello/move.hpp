#pragma once

#include "trees/othello/bitboard.hpp"

#include <cstdint>
#include <string>

namespace eldest::othello {

/// A move: a disc put on a square, or a pass.
class Move {
public:
  constexpr Move() = default;
  constexpr explicit Move(Square square) : code_(static_cast<std::uint8_t>(square + 1)) {}

  [[nodiscard]] static constexpr Move pass() { return Move{square_count}; }
  [[nodiscard]] constexpr bool is_pass() const { return *this == pass(); }

  /// The square, 0 to 63; 64 for a pass.
  [[nodiscard]] constexpr Square square() const { return code_ - 1; }
  [[nodiscard]] constexpr std::uint32_t code() const { return code_; }

  [[nodiscard]] constexpr bool operator==(const Move&) const = default;

private:
  std::uint8_t code_ = 0;
};

/// Returns column and row, as in "f5", or "pass".
[[nodiscard]] std::string to_text(Move move);

} // namespace eldest::othello
