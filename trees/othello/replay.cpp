#include "trees/othello/replay.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"
#include "trees/othello/text.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <utility>

namespace eldest::othello {
namespace {

bool must_pass(const Position& position) {
  Position::MoveList moves;
  position.generate_moves(moves);
  return !moves.empty() && moves[0].is_pass();
}

std::string_view name_of(Color color) { return color == Color::black ? "Black" : "White"; }

} // namespace

void Replay::play(std::string_view move, std::optional<Color> side) {
  if (!detail::is_pass(move) && must_pass(positions_.back()))
    positions_.push_back(positions_.back().after(Move::pass()));
  const auto& position = positions_.back();
  const auto to_move = position.side_to_move();
  try {
    if (side && side != to_move)
      throw InputError(fmt::format("{} of {}, should be of {}", in_quotes(move), name_of(*side),
                                   name_of(to_move)));
    positions_.push_back(position.after(parse_move(position, move)));
  } catch (const InputError& error) {
    throw InputError(fmt::format("move {}: {}", plies() + 1, error.what()));
  }
}

RecordedGame Replay::game() && {
  return {plies(), [positions = std::move(positions_)](int ply) {
            return to_text(positions.at(static_cast<std::size_t>(ply)));
          }};
}

} // namespace eldest::othello
