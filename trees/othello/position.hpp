#pragma once

#include "trees/base/random.hpp"
#include "trees/base/wire.hpp"
#include "trees/othello/bitboard.hpp"
#include "trees/othello/evaluation.hpp"
#include "trees/othello/move.hpp"
#include "trees/position.hpp"
#include "trees/score.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eldest::othello {

enum class Color : std::uint8_t { black, white };

/// The static order of the moves.
enum class StaticOrder : std::uint8_t {
  /// Corners come first, X squares beside an empty corner last. Moves of one kind are ordered by
  /// the mobility and the potential mobility that they leave to the opponent, least first. Killers
  /// and history are not used. A count of cut-offs added to this order made depth-8 αβ trees 2.3
  /// times larger.
  mobility,
  /// By a table of the squares' values, for programs whose order of moves is known to be worse. The
  /// values are those of P. Norvig, "Paradigms of Artificial Intelligence Programming", 1992,
  /// chapter 18. Killers and history are used.
  squares,
};

/// The settings of a tree, the same in all its positions.
struct Settings {
  Evaluation evaluation = Evaluation::swinging;
  StaticOrder order = StaticOrder::mobility;

  [[nodiscard]] constexpr bool operator==(const Settings&) const = default;
};

[[nodiscard]] constexpr Color operator!(Color color) {
  return color == Color::black ? Color::white : Color::black;
}

/// The value of a finished game for a player who is `margin` discs ahead. A win by 1 to 64 discs is
/// win_score(1) to win_score(64), a loss is the negative, and a draw is 0. Every win beats every
/// heuristic value, and a bigger win beats a smaller one. The argument of win_score is the margin,
/// where other games have the depth left, because winning sooner is no better in Othello.
[[nodiscard]] constexpr Score final_value(int margin) {
  if (margin == 0)
    return 0;
  return margin > 0 ? win_score(margin) : -win_score(-margin);
}

/// The margin in discs of a `final_value`, or nothing for a heuristic value. A heuristic 0 cannot
/// be told from a draw.
[[nodiscard]] constexpr std::optional<int> final_margin(Score value) {
  if (value == 0)
    return 0;
  if (value >= win_score(0))
    return value - win_score(0);
  if (value <= -win_score(0))
    return value + win_score(0);
  return std::nullopt;
}

/// An Othello position; models eldest::QuiescentPosition.
///
/// A side without a legal move must pass if the other side has one, and a pass costs a ply. If
/// neither side has one, the game is over.
class Position {
public:
  using Move = othello::Move;
  using MoveList = eldest::MoveList<Move>;

  /// One entry for a pass, and one for each side's moves to each square.
  static constexpr std::size_t history_size = 1 + std::size_t{2} * square_count;

  /// `mover` and `opponent` are the discs of the side to move and of the other side, on different
  /// squares. Positions after this one have the same `settings`.
  constexpr Position(Bitboard mover, Bitboard opponent, Color side_to_move, Settings settings = {})
      : mover_(mover), opponent_(opponent), side_to_move_(side_to_move), settings_(settings) {}

  /// The same position with other settings.
  [[nodiscard]] constexpr Position with(Settings settings) const {
    return {mover_, opponent_, side_to_move_, settings};
  }

  [[nodiscard]] constexpr Key key() const {
    return mix(mover_ ^ mix(opponent_)) ^ (side_to_move_ == Color::white ? white_key : 0);
  }
  void generate_moves(MoveList& moves) const;
  /// Appends the moves that take a corner. They change the evaluation most from one move to the
  /// next, and a line of play has at most four of them.
  void generate_captures(MoveList& moves) const;
  /// Always true, because no side has to take a corner.
  [[nodiscard]] static constexpr bool may_stand_pat() { return true; }
  [[nodiscard]] constexpr Position after(Move move) const;

  /// The evaluation in centidiscs (see heuristic_value) or, if the game is over, its
  /// `terminal_value`.
  [[nodiscard]] Score evaluate() const;
  [[nodiscard]] Score terminal_value(int /*depth*/) const { return final_value(final_score()); }
  [[nodiscard]] static constexpr int extension() { return 0; }

  /// See StaticOrder.
  [[nodiscard]] int ordering(Move move) const;
  /// See HasOptionalHistory.
  [[nodiscard]] constexpr bool uses_history() const {
    return settings_.order == StaticOrder::squares;
  }
  [[nodiscard]] static constexpr bool quiet(Move /*move*/) { return true; }
  [[nodiscard]] constexpr std::size_t history_index(Move move) const {
    if (move.is_pass())
      return 0;
    return 1 + static_cast<std::size_t>(move.square()) +
           (side_to_move_ == Color::white ? std::size_t{square_count} : 0);
  }
  [[nodiscard]] static std::string text(Move move) { return to_text(move); }

  /// The discs of the side to move minus those of the other side. The empty squares are given to
  /// the side with more discs. In a finished game, this is the result.
  [[nodiscard]] int final_score() const;

  [[nodiscard]] constexpr Settings settings() const { return settings_; }
  [[nodiscard]] constexpr Bitboard mover() const { return mover_; }
  [[nodiscard]] constexpr Bitboard opponent() const { return opponent_; }
  [[nodiscard]] constexpr Bitboard empty() const { return ~(mover_ | opponent_); }
  [[nodiscard]] constexpr Color side_to_move() const { return side_to_move_; }
  [[nodiscard]] constexpr Bitboard discs(Color color) const {
    return color == side_to_move_ ? mover_ : opponent_;
  }

  /// See SendablePosition. A reader rejects positions with other settings than its own.
  template <class Self, class Wire> static void fields(Self& self, Wire& wire) {
    Settings settings = self.settings_;
    wire::whole(wire, self.mover_);
    wire::whole(wire, self.opponent_);
    wire::word<2>(wire, wire::up_to<Color::white>(self.side_to_move_),
                  wire::up_to<Evaluation::learned>(settings.evaluation),
                  wire::up_to<StaticOrder::squares>(settings.order));
    if constexpr (Wire::reads) {
      if ((self.mover_ & self.opponent_) != 0)
        wire.reject("it is no Othello position");
      if (settings != self.settings_)
        wire.reject("it is an Othello position of another search");
    }
  }

  [[nodiscard]] constexpr bool operator==(const Position&) const = default;

private:
  static constexpr Key white_key = mix(0);

  Bitboard mover_;
  Bitboard opponent_;
  Color side_to_move_;
  Settings settings_;
};

constexpr Position Position::after(Move move) const {
  if (move.is_pass())
    return {opponent_, mover_, !side_to_move_, settings_};
  const Bitboard turned = flips(move.square(), mover_, opponent_);
  return {opponent_ ^ turned, mover_ | turned | bit(move.square()), !side_to_move_, settings_};
}

inline void Position::generate_moves(MoveList& moves) const {
  Bitboard squares = legal_squares(mover_, opponent_);
  if (squares == 0 && legal_squares(opponent_, mover_) != 0)
    moves.push_back(Move::pass());
  for (; squares != 0; squares &= squares - 1)
    moves.push_back(Move{std::countr_zero(squares)});
}

inline void Position::generate_captures(MoveList& moves) const {
  // Most leaves have no empty corner next to an opponent's disc, where alone a legal move can be.
  if ((neighbours(opponent_) & empty() & corners) == 0)
    return;
  for (Bitboard squares = legal_squares(mover_, opponent_) & corners; squares != 0;
       squares &= squares - 1)
    moves.push_back(Move{std::countr_zero(squares)});
}

/// The start position: White on d4 and e5, Black on d5 and e4, Black to move.
inline constexpr Position start_position{0x0000000810000000, 0x0000001008000000, Color::black};

static_assert(QuiescentPosition<Position>);
static_assert(HasOptionalHistory<Position>);
static_assert(SendablePosition<Position>);

/// The number of paths of `depth` ply, counted as in published tables. A pass is a ply. A path that
/// ends early because the game is over is also one path (the first after 9 ply). Any call of
/// `perft` without a namespace finds this function before eldest::perft, which does not count paths
/// that end early.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// Reads a position from its text: 64 squares a1, b1, …, h8, blanks, the side to move. Black is X
/// (or x, *, B, b), White is O (or o, W, w), an empty square is - (or .). "startpos" is the start
/// position. Any board is accepted, reachable or not. Throws InputError that says which square or
/// field is wrong.
[[nodiscard]] Position parse_position(std::string_view text);

/// Writes a position as `parse_position` reads it: 64 of "XO-", a blank, "X" or "O".
[[nodiscard]] std::string to_text(const Position& position);

/// Reads a legal move of `position` from its text in any letter case: "f5", or for a pass "pass",
/// "pa", "ps", "--" or "@@". Throws InputError, which lists the legal moves, for any other text.
[[nodiscard]] Move parse_move(const Position& position, std::string_view text);

} // namespace eldest::othello
