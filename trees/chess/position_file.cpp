#include "trees/chess/position_file.hpp"

#include "trees/base/encoding.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/game_notation.hpp"
#include "trees/base/text.hpp"
#include "trees/chess/epd.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/notation.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace eldest::chess {

namespace {

/// Throws InputError for a game of a variant.
void require_chess(const GameText& game) {
  constexpr std::array<std::string_view, 6> names{"standard",  "chess",  "orthodox",
                                                  "classical", "normal", "from position"};
  const auto variant = game.tag("Variant");
  if (variant && std::ranges::find(names, to_lower(trim(*variant))) == names.end())
    throw InputError(fmt::format("Variant {}: should be standard chess", in_quotes(*variant)));
}

Setup start_of(const GameText& game) {
  const auto fen = game.tag("FEN");
  if (!fen && game.tag("SetUp") == "1")
    throw InputError("SetUp is 1, but there is no FEN");
  return parse_fen(fen ? std::string_view(*fen) : start_fen);
}

RecordedGame read_game(const GameText& game) {
  require_chess(game);
  const auto root = std::make_shared<const Root>(start_of(game));
  auto positions = play(game, root->position(), [](const Position& position, std::string_view san) {
    return position.after(parse_san(position, san));
  });
  return {static_cast<int>(positions.size()) - 1,
          [root, positions = std::move(positions)](int ply) {
            return to_fen(positions.at(static_cast<std::size_t>(ply)).setup());
          }};
}

ListedPosition read_record(std::string_view line) {
  const auto record = parse_epd(line);
  return {record.id, record.fen};
}

} // namespace

PositionList list_positions(std::string_view content, const GameChoice& choice) {
  const auto text = as_text(content);
  return has_games(text) ? list_games(text, choice, read_game) : list_lines(text, read_record);
}

} // namespace eldest::chess
