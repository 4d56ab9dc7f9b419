#pragma once

#include "trees/chess/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// \file
/// Commands of a user interface to a player, as values. They are those of the Universal Chess
/// Interface (R. Huber and S. Meyer-Kahlen, "Description of the universal chess interface", 2006).
namespace eldest::uci {

struct Hello {};     ///< `uci`
struct IsReady {};   ///< `isready`
struct NewGame {};   ///< `ucinewgame`
struct Stop {};      ///< `stop`
struct PonderHit {}; ///< `ponderhit`
struct Quit {};      ///< `quit`
struct Nothing {};   ///< an empty line, or a command that asks nothing of this player

/// `setoption name NAME [value VALUE]`
struct SetOption {
  std::string name;
  std::string value;
};

/// `position startpos|fen FEN [moves MOVE…]`
struct SetPosition {
  std::optional<std::string> fen; ///< nothing: the start of the game
  std::vector<std::string> moves; ///< as in "e2e4" and "e7e8q"
};

/// A side's time for the rest of the game or up to the next time control, in milliseconds.
struct ClockTime {
  std::optional<std::int64_t> left;
  std::int64_t increment = 0; ///< for each move
};

/// `go …`: the limits of a search. A search without limits goes on until it is stopped.
struct Go {
  std::optional<int> depth;                ///< in ply, 1 to max_depth
  std::optional<std::uint64_t> nodes;      ///< at least 1
  std::optional<int> mate;                 ///< number of moves to a mate, at least 1
  std::optional<int> perft;                ///< count the paths of this many ply instead of a search
  std::vector<std::string> search_moves{}; ///< the only moves to search; if empty, all moves
  std::optional<std::int64_t> move_time;   ///< in milliseconds
  std::array<ClockTime, 2> clocks;         ///< by chess::Color
  std::optional<int> moves_to_go;          ///< up to the next time control, at least 1
  bool infinite = false;                   ///< until it is stopped, whatever the other limits are
  bool ponder = false;                     ///< search on the opponent's time, until `ponderhit`
  std::vector<std::string> ignored_words{}; ///< words that are no limit of this player
};

/// A message about a line that is no command, or that lacks what its command needs.
struct Mistake {
  std::string text;
};

using Command = std::variant<Nothing, Hello, IsReady, NewGame, SetOption, SetPosition, Go, Stop,
                             PonderHit, Quit, Mistake>;

/// Reads a line. Skips unknown words before a command, as the protocol says. Numbers beyond a limit
/// count as the limit, because interfaces send such numbers.
[[nodiscard]] Command parse_command(std::string_view line);

} // namespace eldest::uci
