#pragma once

#include "trees/checkers/bitboard.hpp"

#include <cstdint>
#include <string>

namespace eldest::checkers {

/// A step or a whole sequence of jumps, given by the starting square and the direction of each
/// jump.
///
/// The path is the move, so that two sequences that take the same men along different routes are
/// different moves. There are at most nine jumps. The squares that a king can jump to form a 4 × 4
/// lattice with nine playable squares between them. Each of the nine is jumped at most once.
class Move {
public:
  static constexpr int max_jumps = 9;

  /// No move, as the initial value of a variable.
  constexpr Move() = default;

  [[nodiscard]] static constexpr Move step(int from, Direction direction) {
    return Move{static_cast<std::uint32_t>(from) | path_code(direction, 0)};
  }

  /// The empty sequence of jumps, from which `with_jump` builds the move.
  [[nodiscard]] static constexpr Move jumps_from(int from) {
    return Move{static_cast<std::uint32_t>(from)};
  }
  [[nodiscard]] constexpr Move with_jump(Direction direction) const {
    return Move{(code_ + one_jump) | path_code(direction, jumps())};
  }

  /// The square number, 1 to 32.
  [[nodiscard]] constexpr int from() const { return static_cast<int>(code_ & square_mask); }
  [[nodiscard]] constexpr int to() const;

  /// The number of men taken: 0 for a step, else 1 to max_jumps.
  [[nodiscard]] constexpr int jumps() const {
    return static_cast<int>(code_ >> jumps_shift & jumps_mask);
  }
  [[nodiscard]] constexpr bool is_capture() const { return jumps() != 0; }

  /// The direction of the step, or of the jump with `index`, from 0.
  [[nodiscard]] constexpr Direction direction(int index = 0) const {
    return static_cast<Direction>(code_ >> path_shift(index) & 3U);
  }

  /// The squares that the path ends on and jumps over, as sets.
  struct Effect {
    Bitboard to;
    Bitboard captured;
  };
  [[nodiscard]] constexpr Effect effect() const;

  /// Bits 0-5 hold the starting square, bits 6-9 the number of jumps. From bit 10 on, each
  /// direction has two bits. The code determines the move, whatever the position is.
  [[nodiscard]] constexpr std::uint32_t code() const { return code_; }

  friend constexpr bool operator==(Move, Move) = default;

private:
  static constexpr std::uint32_t square_mask = 63;
  static constexpr unsigned jumps_shift = 6;
  static constexpr std::uint32_t jumps_mask = 15;
  static constexpr std::uint32_t one_jump = 1U << jumps_shift;

  constexpr explicit Move(std::uint32_t code) : code_(code) {}

  [[nodiscard]] static constexpr unsigned path_shift(int index) {
    return 10U + 2U * static_cast<unsigned>(index);
  }
  [[nodiscard]] static constexpr std::uint32_t path_code(Direction direction, int index) {
    return static_cast<std::uint32_t>(direction) << path_shift(index);
  }

  std::uint32_t code_ = 0;
};

constexpr Move::Effect Move::effect() const {
  const Bitboard start = square_set(from());
  if (!is_capture())
    return {shifted(start, direction()), 0};
  Effect result{start, 0};
  for (int jump = 0; jump < jumps(); ++jump) {
    const Bitboard over = shifted(result.to, direction(jump));
    result.captured |= over;
    result.to = shifted(over, direction(jump));
  }
  return result;
}

constexpr int Move::to() const { return first_square(effect().to); }

/// Writes the move with its full path: "9-14", "22x15", "22x15x8". The text determines the move,
/// whatever the position is.
[[nodiscard]] std::string to_string(Move move);

} // namespace eldest::checkers
