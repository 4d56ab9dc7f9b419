#pragma once

#include "sim/uci/command.hpp"
#include "trees/chess/position.hpp"
#include "trees/chess/root.hpp"
#include "trees/score.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace eldest::uci {

/// A game up to the position in which a player is to move: the position, and what the rules of
/// repetition and of fifty moves ask about the moves before.
class Game {
public:
  /// The start of a game.
  Game();
  /// Throws InputError if the position or a move is not legal.
  explicit Game(const SetPosition& given);

  [[nodiscard]] const chess::Position& position() const { return position_; }
  /// Plies since the last capture or pawn's move.
  [[nodiscard]] int clock() const { return clock_; }
  /// The legal moves.
  [[nodiscard]] chess::Position::MoveList moves() const;

  /// Plays a move, as in "e2e4". Throws InputError if it is not legal.
  void play(std::string_view text);

  /// The keys of the positions that count as drawn in a search from here, see chess::Draws:
  /// - those that have occurred since the last capture or pawn's move, other than the present one:
  ///   the second occurrence is taken for the third, which whoever wants it can bring about;
  /// - those that complete fifty moves without being mate, where that takes one ply from here, or
  ///   two. Further ahead the fifty-move rule is felt in the evaluation only.
  [[nodiscard]] std::vector<Key> drawn() const;

  /// The root of a search from here, which sees these draws.
  [[nodiscard]] std::shared_ptr<const chess::Root> root(chess::Settings settings) const;

private:
  std::shared_ptr<const chess::Root> start_; ///< which the positions refer to
  chess::Position position_;
  int clock_ = 0;
  std::vector<Key> before_; ///< the positions since the last capture or pawn's move
};

} // namespace eldest::uci
