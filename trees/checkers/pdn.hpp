#pragma once

#include "trees/checkers/position.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::checkers {

/// The result of a game, as in its move text.
enum class Result : std::uint8_t { black_won, white_won, draw, unknown };

/// A game of Portable Draughts Notation.
struct Game {
  struct Tag {
    std::string name;
    std::string value;
  };

  std::vector<Tag> tags;
  Position start;
  std::vector<Move> moves;
  Result result = Result::unknown;

  /// Returns the value of the tag `name`, or nothing.
  [[nodiscard]] std::optional<std::string> tag(std::string_view name) const;

  /// Returns the position after the first `ply` moves. Throws std::out_of_range if the game has
  /// fewer.
  [[nodiscard]] Position position_after(std::size_t ply) const;
};

/// Reads all games of a text in Portable Draughts Notation. Every move must be legal, and every
/// game must end with its result:
///
/// - 1-0 or 2-0: Black, who moves first, won,
/// - 0-1 or 0-2: White won,
/// - 1/2-1/2 or 1-1: draw,
/// - `*`: unknown.
///
/// Comments ({…}, ; to the end of the line, lines that start with %), variations, annotations and
/// the values of move numbers are ignored. A FEN tag sets the starting position. A game may lack
/// the GameType tag, but any other type than 21 (English draughts) is an error. Throws InputError
/// that starts with `source:line:`.
[[nodiscard]] std::vector<Game> parse_games(std::string_view text, std::string_view source);

/// The games of a file; see parse_games.
[[nodiscard]] std::vector<Game> load_games(const std::filesystem::path& path);

} // namespace eldest::checkers
