#include "sim/uci/perft.hpp"

#include "trees/perft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace eldest::uci {
namespace {

/// Counts the move paths of `depth` ply. The count is meaningless after a stop, which ends it
/// within milliseconds.
std::uint64_t count_paths(const chess::Position& position, int depth, const std::stop_token& stop) {
  constexpr int quick = 3; // ply
  if (depth <= quick || stop.stop_requested())
    return perft(position, std::min(depth, quick));
  chess::Position::MoveList moves;
  position.generate_moves(moves);
  std::uint64_t paths = 0;
  for (const auto move : moves)
    paths += count_paths(position.after(move), depth - 1, stop);
  return paths;
}

} // namespace

void write_perft(const Game& game, int depth, const std::stop_token& stop, Output& output) {
  const auto& position = game.position();
  std::uint64_t sum = 0;
  for (const auto move : game.moves()) {
    const auto paths = count_paths(position.after(move), depth - 1, stop);
    if (stop.stop_requested())
      return;
    output.line(fmt::format("{}: {}", game.text(position, move), paths));
    sum += paths;
  }
  output.line(fmt::format("\nNodes searched: {}\n", sum));
}

} // namespace eldest::uci
