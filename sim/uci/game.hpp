#pragma once

#include "sim/uci/command.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/position.hpp"
#include "trees/chess/root.hpp"
#include "trees/score.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::uci {

/// A game up to the position in which a player is to move. It keeps the facts about earlier moves
/// that the rules of repetition and of fifty moves need.
class Game {
public:
  /// Makes a game at its starting position.
  Game();
  /// Makes a game from a position and the moves after it. Throws InputError if the position or a
  /// move is not legal. In Chess960, kings that castle are given as capturing their rook.
  explicit Game(const SetPosition& given,
                chess::CastlingRules rules = chess::CastlingRules::standard);

  [[nodiscard]] const chess::Position& position() const { return position_; }
  /// Plies since the last capture or pawn's move.
  [[nodiscard]] int clock() const { return clock_; }
  /// Returns the legal moves.
  [[nodiscard]] chess::Position::MoveList moves() const;

  /// Returns a move in a position of the game as text, as in "e2e4".
  [[nodiscard]] std::string text(const chess::Position& position, chess::Move move) const;
  /// Returns the legal move with a text, in upper or lower case. Throws InputError if there is
  /// none.
  [[nodiscard]] chess::Move find(std::string_view text) const;
  /// Plays a move, as in "e2e4". Throws InputError if it is not legal.
  void play(std::string_view text);

  /// Returns the keys of the positions that count as drawn in a search from the current position,
  /// see chess::Draws:
  /// - Positions that have occurred since the last capture or pawn's move, except the current one.
  ///   The second occurrence counts as the third, because the side that wants a third can bring it
  ///   about.
  /// - Positions that complete fifty moves in one or two plies from the current position, without
  ///   being mate. Further ahead, only the evaluation shows the fifty-move rule.
  [[nodiscard]] std::vector<Key> drawn() const;

  /// Returns the root of a search from the current position, in which the positions of `drawn`
  /// count as drawn.
  [[nodiscard]] std::shared_ptr<const chess::Root> root(chess::Settings settings) const;

private:
  chess::CastlingRules rules_;
  std::shared_ptr<const chess::Root> start_; ///< the root to whose data positions refer
  chess::Position position_;
  int clock_ = 0;
  std::vector<Key> before_; ///< keys of earlier positions since the last capture or pawn's move
};

} // namespace eldest::uci
