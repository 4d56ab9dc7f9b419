#pragma once

#include "trees/base/position_list.hpp"
#include "trees/othello/position.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace eldest::othello {

/// Replays a recorded game, move by move. A pass is a ply, whether the record has it or not.
class Replay {
public:
  explicit Replay(const Position& start = start_position) : positions_{start} {}

  /// Plays `move`, as `parse_move` reads it. If the side to move has to pass, and `move` is no
  /// pass, plays the pass first. Throws InputError with the move's number if the move is not legal
  /// or, for a given `side`, if the other side is to move.
  void play(std::string_view move, std::optional<Color> side = {});

  /// Returns the number of moves so far, with the passes.
  [[nodiscard]] int plies() const { return static_cast<int>(positions_.size()) - 1; }

  [[nodiscard]] RecordedGame game() &&;

private:
  std::vector<Position> positions_; ///< from the start to the current one
};

} // namespace eldest::othello
