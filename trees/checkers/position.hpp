#pragma once

#include "trees/base/wire.hpp"
#include "trees/checkers/board.hpp"
#include "trees/checkers/move.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <string>

namespace eldest::checkers {

/// A position of English draughts (American checkers).
///
/// Black, on squares 1-12 at the start, moves first. Men step and jump forwards, kings both ways.
/// Captures are compulsory, and the choice among them is free. A capture continues until no further
/// jump is possible, or until a man reaches its king row. A side without moves has lost. There is
/// no draw by repetition or by move count, so that values depend on the position, not on the path.
///
/// Every path of jumps is a move of its own, even if two paths take the same men between the same
/// squares. In this, perft follows OEIS A133046.
class Position {
public:
  using Move = checkers::Move;

  /// The number of entries: one for each colour, square and direction.
  static constexpr std::size_t history_size = directions.size() * square_count * 2;

  /// The starting position.
  Position() : Position(start_board) {}
  explicit Position(const Board& board);

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] Key key() const { return key_; }

  /// Appends every legal move. No position has more than 12 × 16, because no king has more than 16
  /// paths of jumps. That holds even with men on all nine squares that a king can jump over.
  void generate_moves(MoveList<Move>& moves) const;
  [[nodiscard]] Position after(Move move) const;

  /// The evaluation, in hundredths of a man. A side that cannot move has lost, also at the horizon.
  [[nodiscard]] Score evaluate() const;
  [[nodiscard]] static Score terminal_value(int depth) { return -win_score(depth); }

  /// Always 0, because the quiescence search follows lines of captures instead.
  [[nodiscard]] static int extension() { return 0; }
  [[nodiscard]] static std::string text(Move move) { return to_string(move); }

  /// Appends all captures. They are compulsory, and so all the legal moves. Each takes a man, so
  /// that the search over captures ends.
  void generate_captures(MoveList<Move>& moves) const;
  [[nodiscard]] bool may_stand_pat() const { return !board_.can_jump(board_.turn); }

  /// The value of the men taken plus the gain of the piece on its new square, in hundredths of a
  /// man.
  [[nodiscard]] int ordering(Move move) const;

  /// Returns true if the move is a step that does not crown a man.
  [[nodiscard]] bool quiet(Move move) const;
  [[nodiscard]] std::size_t history_index(Move move) const;

  /// See SendablePosition. The key also travels, and the reader compares it with the key of the
  /// board.
  template <class Self, class Wire> static void fields(Self& self, Wire& wire) {
    Board board = self.board_;
    Key key = self.key_;
    wire::whole(wire, board.pieces[0]);
    wire::whole(wire, board.pieces[1]);
    wire::whole(wire, board.kings);
    wire::whole(wire, key);
    wire::word<1>(wire, wire::up_to<Colour::white>(board.turn));
    if constexpr (Wire::reads) {
      if (!board.is_valid())
        wire.reject("it is no checkers position");
      self = Position(board);
      if (self.key_ != key)
        wire.reject("it is another checkers position than its key says");
    }
  }

  friend bool operator==(const Position&, const Position&) = default;

private:
  void toggle(Colour colour, Bitboard square, bool king, Score sign);
  [[nodiscard]] bool crowns(Move move) const;

  Board board_;
  Score piece_balance_ = 0; ///< piece values on their squares, Black's minus White's
  Key key_ = 0;
};

static_assert(QuiescentPosition<Position>);
static_assert(SendablePosition<Position>);

} // namespace eldest::checkers
