#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A position of a file.
struct ListedPosition {
  std::string id;       ///< unique in its file; empty while the record has no name
  std::string position; ///< in the game's notation, as a position is given on the command line
  int line = 0;         ///< the first line of its record, from 1; 0 in a file without lines
};

/// A record of a file from which no position can be taken.
struct BadRecord {
  int line = 0; ///< the first line of the record, from 1; 0 in a file without lines
  std::string reason;
};

/// The positions of a file of positions or of games, in its order, and its bad records.
struct PositionList {
  std::vector<ListedPosition> positions;
  std::vector<BadRecord> bad;
  int games = 0; ///< number of recorded games in the file; 0 for a file of positions
};

/// The choice of games of a file, and of a position in each of them.
struct GameChoice {
  std::optional<int> game; ///< number in the file, from 1; nothing: all games
  std::optional<int> ply;  ///< moves before the position; nothing: those of the whole game
};

/// Parses a choice: "3" is the end of game 3, "3@20" the position after its first 20 moves, "@20"
/// this position in all games. Returns nothing for any other text.
[[nodiscard]] std::optional<GameChoice> parse_game_choice(std::string_view text);

/// A game that was read from a file.
struct RecordedGame {
  int plies = 0; ///< number of moves
  /// Returns the position after the first `ply` moves, in the game's notation.
  std::function<std::string(int ply)> position_after;
};

/// Collects the positions of a file. An InputError in reading a record makes this record a bad one,
/// and the others are read all the same.
class PositionLister {
public:
  PositionLister() = default;
  /// Takes only the chosen games of a file of games.
  explicit PositionLister(const GameChoice& choice) : choice_(choice) {}

  /// Adds the position that `read` returns. A record without an id is named "#n" after its number
  /// in the file, n from 1. An id that an earlier record has too gets "#2" at its end, or the next
  /// number that makes it unique.
  void add(int line, const std::function<ListedPosition()>& read);

  /// Adds a position of the game that `read` returns, if the game is chosen. Its id is "3@20" for
  /// the position after 20 moves of the third game.
  void add_game(int line, const std::function<RecordedGame()>& read);

  [[nodiscard]] PositionList list() &&;

private:
  std::string unique_id(const std::string& id);

  GameChoice choice_;
  PositionList list_;
  std::map<std::string, int> times_; ///< how often an id has occurred
  int records_ = 0;
};

/// Reads a file with one position on a line. `read` returns the position of a line without blanks
/// around it, or throws InputError. Empty lines and lines that begin with # are skipped.
[[nodiscard]] PositionList
list_lines(std::string_view text, const std::function<ListedPosition(std::string_view line)>& read);

/// Throws InputError for the first bad record of `list`, with the name of the file and the line.
/// Throws InputError also for a list without positions.
void require_all(const PositionList& list, std::string_view file);

} // namespace eldest
