#include "trees/othello/ggf.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"
#include "trees/othello/replay.hpp"
#include "trees/othello/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace eldest::othello {
namespace {

constexpr std::string_view game_begin = "(;";
constexpr std::string_view game_end = ";)";
/// The number of games of a match, which servers write before them, and blanks.
constexpr std::string_view match_number = "0123456789 \t";

struct Property {
  std::string_view name;
  std::string_view value;
};

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Removes the first property from `text`. Returns nothing at the end of the game.
std::optional<Property> take_property(std::string_view& text) {
  text = trim(text);
  if (text.starts_with(game_end))
    return std::nullopt;
  const auto open = text.find('[');
  const auto close = text.find(']', open);
  const auto name = text.substr(0, open);
  if (close == std::string_view::npos || !is_name(name))
    throw InputError(fmt::format("{} should be a property, as in B[d3], or the end of the game, ;)",
                                 in_quotes(text)));
  const auto value = trim(text.substr(open + 1, close - open - 1));
  text.remove_prefix(close + 1);
  return Property{name, value};
}

void check_game(std::string_view name) {
  if (to_lower(name) != "othello")
    throw InputError(fmt::format("GM is {}, should be Othello", in_quotes(name)));
}

void check_type(std::string_view type) {
  if (type.find_first_of("kKaA") != std::string_view::npos)
    throw InputError(fmt::format(
        "TY is {}, a komi or anti game, should be a game that most discs win", in_quotes(type)));
}

/// Reads the size of the board, its rows and the side to move, with blanks anywhere after the size.
Position parse_start(std::string_view value) {
  const auto size = value.substr(0, value.find_first_of(" \t\n"));
  if (size != "8")
    throw InputError(fmt::format("size of the board is {}, should be 8", in_quotes(size)));
  std::string squares(value.substr(size.size()));
  std::erase_if(squares, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  const std::string side = squares.empty() ? "" : squares.substr(squares.size() - 1);
  squares.resize(squares.size() - side.size());
  return parse_position(fmt::format("{} {}", squares, side));
}

void read_property(const Property& property, Replay& replay) {
  const auto& [name, value] = property;
  if (name == "GM")
    check_game(value);
  else if (name == "TY")
    check_type(value);
  else if (name == "BO" && replay.plies() == 0)
    replay = Replay(parse_start(value));
  else if (name == "BO")
    throw InputError(fmt::format("BO after {} moves, should be before them", replay.plies()));
  else if (name == "B" || name == "W")
    replay.play(trim(value.substr(0, value.find('/'))), name == "B" ? Color::black : Color::white);
}

/// Requires the text beside games to be their number, or lines that begin with #.
void check_beside(std::string_view text) {
  for (const auto line : split(text, "\n")) {
    const auto rest =
        trim(line.substr(std::min(line.find_first_not_of(match_number), line.size())));
    if (!rest.empty() && !rest.starts_with('#'))
      throw InputError(fmt::format(
          "{} beside the game, should be in a game, as in (;GM[Othello]B[d3];)", in_quotes(rest)));
  }
}

RecordedGame read_ggf_game(std::string_view text) {
  text.remove_prefix(game_begin.size());
  Replay replay;
  while (const auto property = take_property(text))
    read_property(*property, replay);
  check_beside(text.substr(game_end.size()));
  return std::move(replay).game();
}

} // namespace

bool begins_as_ggf(std::string_view line) {
  const auto begin = line.find_first_not_of(match_number);
  return begin != std::string_view::npos && line.substr(begin).starts_with(game_begin);
}

PositionList list_ggf(std::string_view text, const GameChoice& choice) {
  PositionLister lister(choice);
  const auto first = text.find(game_begin);
  int line = 1 + static_cast<int>(std::ranges::count(text.substr(0, first), '\n'));
  for (auto begin = first; begin != std::string_view::npos;) {
    const auto end = text.find(game_begin, begin + 1);
    const auto record = text.substr(begin, end - begin);
    lister.add_game(line, [&] {
      if (begin == first)
        check_beside(text.substr(0, first));
      return read_ggf_game(record);
    });
    line += static_cast<int>(std::ranges::count(record, '\n'));
    begin = end;
  }
  return std::move(lister).list();
}

} // namespace eldest::othello
