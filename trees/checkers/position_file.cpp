#include "trees/checkers/position_file.hpp"

#include "trees/base/encoding.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/game_notation.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/operations.hpp"
#include "trees/base/text.hpp"
#include "trees/checkers/input_text.hpp"
#include "trees/checkers/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace eldest::checkers {
namespace {

/// Returns true if `word` has the side to move and the colour of the first pieces, as in "B:W21".
bool has_side(std::string_view word) {
  const auto text = to_lower(word);
  constexpr std::array<std::string_view, 4> starts{"b:w", "w:b", "b:b", "w:w"};
  return std::ranges::any_of(
      starts, [&](std::string_view start) { return text.find(start) != std::string::npos; });
}

ListedPosition read_record(std::string_view line) {
  refuse_second_position(line, has_side);
  const auto position = line.substr(0, line.find(';'));
  std::vector<Operation> operations;
  add_operations(operations, line.substr(position.size()));
  return {std::string(id_of(operations)), fen(parse_position(position))};
}

/// Throws InputError for a game of other draughts.
void require_english(const GameText& game) {
  const auto type = game.tag("GameType");
  if (type && type != "21" && !type->starts_with("21,"))
    throw InputError(fmt::format("GameType {}: should be 21, English draughts", in_quotes(*type)));
}

RecordedGame read_game(const GameText& game) {
  require_english(game);
  const auto start = parse_position(game.tag("FEN").value_or("startpos"));
  auto positions = play(game, start, [](const Position& position, std::string_view move) {
    return position.after(parse_move(position, move));
  });
  return {static_cast<int>(positions.size()) - 1, [positions = std::move(positions)](int ply) {
            return fen(positions.at(static_cast<std::size_t>(ply)));
          }};
}

} // namespace

PositionList list_positions(std::string_view content, const GameChoice& choice) {
  const auto text = as_text(content);
  return has_games(text) ? list_games(text, choice, read_game) : list_lines(text, read_record);
}

std::vector<NamedPosition> load_positions(const std::filesystem::path& path) {
  const auto list = list_positions(read_input_file(path));
  require_all(list, path.string());
  std::vector<NamedPosition> positions;
  for (const auto& [id, position, line] : list.positions)
    positions.push_back({id, parse_position(position)});
  return positions;
}

} // namespace eldest::checkers
