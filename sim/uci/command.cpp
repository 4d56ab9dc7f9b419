#include "sim/uci/command.hpp"

#include "algorithms/search/settings.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/one_line.hpp"
#include "trees/chess/notation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace eldest::uci {
namespace {

using Words = std::span<const std::string_view>;

/// Reads a whole number, and clamps it to [`min`, `max`]. Returns nothing if the text is no whole
/// number.
std::optional<std::int64_t> number_of(std::string_view text, std::int64_t min, std::int64_t max) {
  const bool negative = text.starts_with('-');
  if (!chess::is_number(negative ? text.substr(1) : text))
    return std::nullopt;
  const auto beyond = negative ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
  return std::clamp(to_number<std::int64_t>(text).value_or(beyond), min, max);
}

std::string joined(Words words) {
  return fmt::format("{}", fmt::join(words.begin(), words.end(), " "));
}

Words::iterator find(Words words, std::string_view word) {
  return std::find(words.begin(), words.end(), word);
}

Command parse_option(Words words) {
  if (words.empty() || words.front() != "name" || words.size() == 1)
    return Mistake{"setoption: no name is given"};
  const auto value = find(words, "value");
  return SetOption{joined({words.begin() + 1, value}),
                   value == words.end() ? "" : joined({value + 1, words.end()})};
}

Command parse_position(Words words) {
  if (words.empty())
    return Mistake{"position: must be startpos or fen, and may be followed by moves"};
  const auto moves = find(words, "moves");
  SetPosition position;
  if (words.front() == "fen")
    position.fen = joined({words.begin() + 1, moves});
  else if (words.front() != "startpos" || moves != words.begin() + 1)
    return Mistake{fmt::format("position {}: must be startpos or fen", excerpt(words.front()))};
  if (moves != words.end())
    position.moves.assign(moves + 1, words.end());
  return position;
}

/// Sets the limit `name` to the number in `text`. Returns false if there is no limit of that name.
bool set_limit(Go& go, std::string_view name, std::string_view text) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / 1'000'000; // in any unit of time
  auto& [white, black] = go.clocks;
  const auto number = number_of(text, 0, most);
  const auto count = [&](std::int64_t max) {
    return number ? std::optional(static_cast<int>(std::clamp<std::int64_t>(*number, 1, max)))
                  : std::nullopt;
  };
  if (name == "wtime")
    white.left = number;
  else if (name == "btime")
    black.left = number;
  else if (name == "winc")
    white.increment = number.value_or(0);
  else if (name == "binc")
    black.increment = number.value_or(0);
  else if (name == "movetime")
    go.move_time = number;
  else if (name == "depth")
    go.depth = count(max_depth);
  else if (name == "perft")
    go.perft = count(max_depth);
  else if (name == "mate")
    go.mate = count(max_depth);
  else if (name == "movestogo")
    go.moves_to_go = count(1000);
  else if (name == "nodes")
    go.nodes = number
                   ? std::optional(static_cast<std::uint64_t>(std::max<std::int64_t>(*number, 1)))
                   : std::nullopt;
  else
    return false;
  return true;
}

/// Returns true if a word is written like a move, as in "e2e4" and "e7e8q".
bool is_like_move(std::string_view word) {
  return (word.size() == 4 || word.size() == 5) && chess::parse_square(word.substr(0, 2)) &&
         chess::parse_square(word.substr(2, 2));
}

Command parse_go(Words words) {
  Go go;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto word = words[i];
    const auto next = i + 1 < words.size() ? words[i + 1] : std::string_view{};
    if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (word == "searchmoves" && is_like_move(next)) {
      for (; i + 1 < words.size() && is_like_move(words[i + 1]); ++i)
        go.search_moves.emplace_back(words[i + 1]);
    } else if (!number_of(next, 0, 1) || !set_limit(go, word, next)) {
      go.ignored_words.push_back(excerpt(word));
    } else {
      ++i;
    }
  }
  return go;
}

/// Returns the command `name` with the words after it, or nothing if it is no command.
std::optional<Command> parse_named(std::string_view name, Words rest) {
  if (name == "uci")
    return Hello{};
  if (name == "isready")
    return IsReady{};
  if (name == "ucinewgame")
    return NewGame{};
  if (name == "stop")
    return Stop{};
  if (name == "ponderhit")
    return PonderHit{};
  if (name == "quit")
    return Quit{};
  if (name == "debug" || name == "register")
    return Nothing{};
  if (name == "setoption")
    return parse_option(rest);
  if (name == "position")
    return parse_position(rest);
  if (name == "go")
    return parse_go(rest);
  return std::nullopt;
}

} // namespace

Command parse_command(std::string_view line) {
  const auto words = chess::words(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (auto command = parse_named(words[i], Words(words).subspan(i + 1)))
      return *std::move(command);
  }
  if (words.empty())
    return Nothing{};
  return Mistake{fmt::format("{}: no such command", excerpt(words.front()))};
}

} // namespace eldest::uci
