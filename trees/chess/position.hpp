#pragma once

#include "trees/base/wire.hpp"
#include "trees/chess/board.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/move.hpp"
#include "trees/chess/oracle.hpp"
#include "trees/chess/setup.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace eldest::chess {

/// A chess position; models eldest::QuiescentPosition. 64 bytes, copied at every move.
///
/// Positions are equal, and have the same key, if they agree in pieces and their squares, side to
/// move, castling rights and possible en-passant capture. The last move does not count. Because a
/// value must not depend on the path, there are no draws by repetition or by the fifty-move rule.
/// The only exceptions are draws from the game before the root, which the Oracle may know (see
/// Draws). A root with the `root_mark` differs from the same position deeper in the tree, and has
/// another key.
///
/// The quiescence search tries captures and promotions to a queen. In check, it tries all evasions
/// except quiet ones that give check themselves. Of any two consecutive moves, one therefore
/// captures or promotes, so that the search ends.
class Position {
public:
  using Move = chess::Move;
  using MoveList = eldest::MoveList<Move>;

  /// The number of pairs of a piece (16 codes) and its destination.
  static constexpr std::size_t history_size = piece_count * square_count;

  /// `oracle` must outlive the position and all positions after it; see Root.
  Position(const Setup& setup, const Oracle& oracle);

  [[nodiscard]] Key key() const { return key_; }
  void generate_moves(MoveList& moves) const;
  void generate_captures(MoveList& moves) const;
  [[nodiscard]] Position after(Move move) const;

  /// Returns true if the side to move is not in check and has a piece other than king and pawns.
  /// Without such a piece, positions in which any move does harm (zugzwang) are common.
  [[nodiscard]] bool may_pass() const;
  [[nodiscard]] Position after_pass() const;

  /// The evaluation, in centipawns.
  [[nodiscard]] Score evaluate() const {
    const Score evaluation = side_ == white ? score_ : -score_;
    return oracle_->draws() == nullptr ? evaluation : evaluate(evaluation, *oracle_->draws());
  }
  /// The value of checkmate, stalemate or a position that is drawn.
  [[nodiscard]] Score terminal_value(int depth) const {
    return in_check() && !is_drawn() ? -win_score(depth) : 0;
  }
  [[nodiscard]] int extension() const {
    return in_check() && oracle_->settings().check_extension ? 1 : 0;
  }
  [[nodiscard]] bool may_stand_pat() const { return !in_check(); }

  /// Captures and promotions to a queen that do not lose material by static exchange come first.
  /// They are ordered by biggest victim, then by smallest attacker. Other captures and promotions
  /// are negative. Quiet moves have their gain by the Oracle's table, in centipawns.
  [[nodiscard]] int ordering(Move move) const;
  /// The change of the Oracle's sum by a move, in centipawns, for the side that makes it.
  [[nodiscard]] int gain(Move move) const;
  /// Returns true if a move is neither a capture nor a promotion.
  [[nodiscard]] static bool quiet(Move move) { return !move.captures() && !move.promotes(); }
  [[nodiscard]] std::size_t history_index(Move move) const {
    return std::size_t{board_.piece_on(move.from())} * square_count + move.to();
  }
  /// See HasLastMove.
  [[nodiscard]] std::size_t last_move_index() const {
    return last_to_ == no_square ? history_size
                                 : std::size_t{board_.piece_on(last_to_)} * square_count + last_to_;
  }
  /// Coordinate notation of the Universal Chess Interface: "d6d1", "e7e8q", "e1g1". A king that
  /// castles in Chess960 is written in the same way, with its own two squares.
  [[nodiscard]] static std::string text(Move move);

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] Color side_to_move() const { return side_; }
  [[nodiscard]] bool in_check() const { return checkers_ != 0; }
  /// Enemy pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const { return checkers_; }
  [[nodiscard]] bool may_castle(CastlingRight right) const { return (castling_ & right) != 0; }
  /// The square on which a pawn may legally capture en passant, or no_square.
  [[nodiscard]] Square en_passant() const { return en_passant_; }
  /// The square of the rook that castles by a right.
  [[nodiscard]] Square castling_rook(CastlingRight right) const {
    return rook_of(oracle_->castling_rooks(), right);
  }
  /// The square of the rook that takes part in a castling move.
  [[nodiscard]] Square castling_rook(Move move) const;
  [[nodiscard]] Setup setup() const {
    return {board_, side_, castling_, en_passant_, oracle_->castling_rooks()};
  }

  /// Material balance of `move` by static exchange evaluation, in centipawns, for the side to move.
  /// Both sides capture again on the destination of `move`, with their least valuable piece, as
  /// long as that pays. Pins are ignored.
  [[nodiscard]] Score exchange(Move move) const;

  /// See SendablePosition. Key and evaluation also travel, and the reader compares them with its
  /// own. They differ if the reader has another Oracle.
  template <class Self, class Wire> static void fields(Self& self, Wire& wire) {
    Setup setup = self.setup();
    Key key = self.key_;
    Score score = self.score_;
    Board::fields(setup.board, wire);
    wire::whole(wire, key);
    wire::word<4>(wire, wire::part<-0x80000000LL, 0x7fffffff>(score));
    Square last_to = self.last_to_;
    wire::word<4>(wire, wire::up_to<black>(setup.side_to_move), wire::part<0, 15>(setup.castling),
                  wire::up_to<no_square>(setup.en_passant), wire::up_to<no_square>(last_to));
    if constexpr (Wire::reads) {
      if (!is_possible(setup))
        wire.reject("it is no chess position");
      self = Position(setup, *self.oracle_);
      if (self.key_ != key || self.score_ != score)
        wire.reject("it is a chess position of another search");
      self.last_to_ = last_to;
    }
  }

  [[nodiscard]] bool operator==(const Position& other) const;

private:
  [[nodiscard]] bool is_drawn() const {
    return oracle_->draws() != nullptr && !has_root_mark() && oracle_->draws()->end(key_, board_);
  }
  [[nodiscard]] Score evaluate(Score evaluation, const Draws& draws) const {
    return draws.end(key_, board_) ? 0 : draws.value(evaluation, board_);
  }
  void generate_root_moves(MoveList& moves) const;
  [[nodiscard]] bool has_root_mark() const { return (castling_ & root_mark) != 0; }
  void move_piece(Piece piece, Square from, Square to);
  void put_piece(Piece piece, Square square);
  void remove_piece(Piece piece, Square square);
  void set_castling(CastlingRights rights);
  void castle(Move move);
  void pass_turn(Move last);
  [[nodiscard]] Score immediate_gain(Move move) const;
  [[nodiscard]] Square least_valuable(Bitboard set) const;

  Board board_;
  Key key_ = 0;
  Bitboard checkers_ = 0;
  const Oracle* oracle_;
  /// The evaluation for White, in centipawns.
  Score score_ = 0;
  Color side_;
  CastlingRights castling_;
  Square en_passant_;
  Square last_to_ = no_square; ///< the last move's destination; no_square after a pass or at a root
};

static_assert(sizeof(Position) == 64, "one cache line");
static_assert(QuiescentPosition<Position>);
static_assert(HasGain<Position>);
static_assert(HasLastMove<Position>);
static_assert(PassablePosition<Position>);
static_assert(SendablePosition<Position>);

} // namespace eldest::chess
