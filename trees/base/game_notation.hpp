#pragma once

#include "trees/base/errors.hpp"
#include "trees/base/position_list.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The structure of recorded games in Portable Game Notation of chess, which Portable Draughts
/// Notation shares.
namespace eldest {

/// A recorded game as it is written. Nothing is known of its moves yet.
struct GameText {
  struct Tag {
    std::string name;
    std::string value;
  };
  struct Move {
    std::string text; ///< without number and annotations
    int line = 0;     ///< from 1
  };

  int line = 0; ///< the first line, from 1
  std::vector<Tag> tags;
  std::vector<Move> moves;
  std::string result; ///< as in "1-0"; empty if the game has none
  std::string error;  ///< why the rest of the game cannot be read; empty if it can

  /// Returns the value of a tag, or nothing. Capital and small letters of `name` are the same.
  [[nodiscard]] std::optional<std::string> tag(std::string_view name) const;
};

/// Returns true if a text records games rather than one position on a line. One of its lines begins
/// with `[`, or its first word that is no comment is the number of a move, as in `1.`.
[[nodiscard]] bool has_games(std::string_view text);

/// Reads the structure of all games of a text (Edwards, "Portable Game Notation Specification and
/// Implementation Guide", 1994, section 8). A game ends at its result, at the next tags or at the
/// end of the text. Ignored are
///
/// - comments: `{…}`, `;` to the end of the line, lines that begin with `%`,
/// - variations,
/// - annotations: `$1`, `!?`, `+-`, `e.p.`, and
/// - the numbers of moves.
///
/// After an error, the next tags on a line of their own begin the next game.
[[nodiscard]] std::vector<GameText> parse_games(std::string_view text);

/// Lists the positions that `choice` names. `read` plays a game, or throws InputError.
[[nodiscard]] PositionList
list_games(std::string_view text, const GameChoice& choice,
           const std::function<RecordedGame(const GameText& game)>& read);

/// Returns `start` and the position after each move of `game`. `after(position, text)` returns the
/// position after the move that `text` means. If it throws InputError, line and ply are added.
template <class Position, class After>
std::vector<Position> play(const GameText& game, const Position& start, After after) {
  std::vector<Position> positions{start};
  for (const auto& [text, line] : game.moves)
    try {
      positions.push_back(after(positions.back(), text));
    } catch (const InputError& error) {
      throw InputError("line " + std::to_string(line) + ", ply " +
                       std::to_string(positions.size()) + ": " + error.what());
    }
  return positions;
}

} // namespace eldest
