#include "trees/othello/wthor.hpp"

#include "trees/base/errors.hpp"
#include "trees/othello/replay.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <string>

namespace eldest::othello {
namespace {

constexpr std::size_t header_bytes = 16;
constexpr std::size_t game_bytes = 68;
constexpr std::size_t bytes_before_moves = 8;

/// Returns a whole number of `bytes` bytes, the least significant first.
std::size_t number_at(std::string_view content, std::size_t at, std::size_t bytes) {
  std::size_t number = 0;
  for (std::size_t i = bytes; i > 0; --i)
    number = 256 * number + static_cast<unsigned char>(content[at + i - 1]);
  return number;
}

/// Returns the number of games of a file. Throws InputError for a file without games, with games on
/// another board, or of another size than its header says.
std::size_t games_of(std::string_view content) {
  if (content.size() < header_bytes)
    throw InputError(fmt::format("WTHOR file of {} bytes, should have a header of {}",
                                 content.size(), header_bytes));
  const auto games = number_at(content, 4, 4);
  const auto names = number_at(content, 8, 2);
  const auto size = number_at(content, 12, 1);
  const auto type = number_at(content, 13, 1);
  if (games == 0 && names > 0)
    throw InputError("WTHOR file of names, should be one of games, as in WTH_2004.wtb");
  if (type != 0)
    throw InputError("WTHOR file of solitaires, should be one of games, as in WTH_2004.wtb");
  if (size != 0 && size != 8)
    throw InputError(
        fmt::format("WTHOR file of games on {0} x {0} squares, should be 8 x 8", size));
  const auto bytes = header_bytes + games * game_bytes;
  if (content.size() != bytes)
    throw InputError(fmt::format("WTHOR file of {} bytes, should have {} for the {} games of its "
                                 "header",
                                 content.size(), bytes, games));
  return games;
}

/// Returns the text of a move, which is stored as 10 times the row plus the column, from 1. A
/// number that is no square remains a number.
std::string move_text(unsigned char code) {
  const int row = code / 10;
  const int column = code % 10;
  if (row < 1 || row > 8 || column < 1 || column > 8)
    return fmt::format("{}", code);
  return to_text(Move{8 * (row - 1) + column - 1});
}

RecordedGame read_wthor_game(std::string_view record) {
  auto moves = record.substr(bytes_before_moves);
  moves = moves.substr(0, moves.find_last_not_of('\0') + 1);
  Replay replay;
  for (const char move : moves)
    replay.play(move_text(static_cast<unsigned char>(move)));
  return std::move(replay).game();
}

} // namespace

bool is_wthor(std::string_view content) {
  return !content.empty() && content[0] >= 19 && content[0] <= 21;
}

PositionList list_wthor(std::string_view content, const GameChoice& choice) {
  PositionLister lister(choice);
  try {
    const auto games = games_of(content);
    for (std::size_t game = 0; game < games; ++game)
      lister.add_game(0, [&] {
        return read_wthor_game(content.substr(header_bytes + game * game_bytes, game_bytes));
      });
  } catch (const InputError& error) {
    return {{}, {{0, error.what()}}, 0};
  }
  return std::move(lister).list();
}

} // namespace eldest::othello
