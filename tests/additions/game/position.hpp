#pragma once

#include "trees/base/random.hpp"
#include "trees/base/wire.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace eldest::sample {

/// A move, which takes `count` counters from a heap.
struct Move {
  std::uint8_t heap = 0;
  std::uint8_t count = 0;

  [[nodiscard]] std::uint32_t code() const { return 1U + heap * 8U + count; }
  bool operator==(const Move&) const = default;
};

/// Nim with four heaps. The player who takes the last counter wins. The game is added to a copy of
/// the project, to count the files that an addition changes.
class Position {
public:
  using Move = sample::Move;
  static constexpr std::size_t history_size = 0;

  [[nodiscard]] Key key() const {
    Key packed = 1;
    for (const auto heap : heaps_)
      packed = packed * 8 + heap;
    return mix(packed);
  }
  void generate_moves(MoveList<Move>& moves) const {
    for (std::uint8_t heap = 0; heap < heaps_.size(); ++heap) {
      for (std::uint8_t count = 1; count <= heaps_[heap]; ++count)
        moves.push_back({heap, count});
    }
  }
  [[nodiscard]] Position after(Move move) const {
    Position next = *this;
    next.heaps_[move.heap] = static_cast<std::uint8_t>(next.heaps_[move.heap] - move.count);
    return next;
  }
  /// Returns the value by Bouton's rule: -1 if the heaps' exclusive or is 0, because the side to
  /// move has lost, otherwise 1.
  [[nodiscard]] Score evaluate() const {
    unsigned sum = 0;
    for (const auto heap : heaps_)
      sum ^= heap;
    return sum == 0 ? -1 : 1;
  }
  [[nodiscard]] static Score terminal_value(int depth) { return -win_score(depth); }
  [[nodiscard]] static int extension() { return 0; }
  [[nodiscard]] static std::string text(Move move) {
    return std::to_string(move.heap + 1) + '-' + std::to_string(move.count);
  }
  [[nodiscard]] int ordering(Move move) const { return -after(move).evaluate(); }
  [[nodiscard]] static bool quiet(Move /*move*/) { return false; }
  [[nodiscard]] static std::size_t history_index(Move /*move*/) { return 0; }

  template <class Self, class Wire> static void fields(Self& self, Wire& wire) {
    for (auto& heap : self.heaps_)
      wire::word<1>(wire, wire::part<0, 7>(heap));
  }

  bool operator==(const Position&) const = default;

private:
  std::array<std::uint8_t, 4> heaps_{3, 4, 5, 6};
};

} // namespace eldest::sample
