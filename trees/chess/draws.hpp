#pragma once

#include "trees/base/bits.hpp"
#include "trees/chess/board.hpp"
#include "trees/score.hpp"

#include <bitset>
#include <cstddef>
#include <vector>

namespace eldest::chess {

/// The draws that follow from the game that led to the root of a search. They are a function of the
/// position alone, so that the tree's values do not depend on the path inside the tree.
///
/// - A position that has occurred in the game, or that completes fifty moves, is drawn, and the
///   game is over there. The player lists these positions.
/// - A position in which no series of moves mates is drawn. Such positions are king against king
///   and at most one minor piece (Laws of Chess, 5.2.2).
/// - Evaluations fall as the fifty-move rule (9.3) comes near. From move 25 of the root's clock on,
///   they fall to 0 in proportion to the plies left at the root. This holds for positions with the
///   root's pawns and number of men, where the root's clock is still running.
class Draws {
public:
  /// `drawn`: keys of the listed positions. `clock`: plies at the root since the last capture or
  /// pawn move.
  Draws(std::vector<Key> drawn, int clock, const Board& root);

  /// Returns true if the game is over in a position, as a draw.
  [[nodiscard]] bool end(Key key, const Board& board) const {
    return (maybe_drawn_.test(key % filter_bits) && is_listed(key)) || is_dead(board);
  }

  /// Returns the value of a position in which the game is not over. It is the `evaluation`, brought
  /// nearer to 0 if the fifty-move rule is near at the root: see Draws.
  [[nodiscard]] Score value(Score evaluation, const Board& board) const {
    return clock_ > undamped && clock_runs(board)
               ? evaluation * (full_clock - clock_) / (full_clock - undamped)
               : evaluation;
  }

private:
  static constexpr int full_clock = 100; ///< plies
  static constexpr int undamped = 50;    ///< plies up to which evaluations are unchanged
  static constexpr std::size_t filter_bits = 4096;

  [[nodiscard]] bool is_listed(Key key) const;

  [[nodiscard]] static bool is_dead(const Board& board) {
    return count_bits(board.occupied()) <= 3 &&
           (board.pieces(pawn) | board.pieces(rook) | board.pieces(queen)) == 0;
  }

  /// Returns true if no pawn has moved and nothing has been captured since the root.
  [[nodiscard]] bool clock_runs(const Board& board) const {
    return board.pieces(pawn) == pawns_ && count_bits(board.occupied()) == men_;
  }

  std::vector<Key> drawn_; ///< ascending
  std::bitset<filter_bits> maybe_drawn_;
  int clock_;
  Bitboard pawns_;
  int men_;
};

} // namespace eldest::chess
