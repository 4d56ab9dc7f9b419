#pragma once

#include "sim/uci/game.hpp"
#include "sim/uci/output.hpp"

#include <stop_token>

namespace eldest::uci {

/// Counts the move paths of `depth` ply, 1 or more, from a game's position. Writes the count of
/// each first move and their sum in the form of Stockfish. Writes nothing more after a stop.
void write_perft(const Game& game, int depth, const std::stop_token& stop, Output& output);

} // namespace eldest::uci
