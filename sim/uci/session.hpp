#pragma once

#include "sim/uci/player_options.hpp"

#include <iosfwd>
#include <string_view>

namespace eldest::uci {

/// Plays chess by the Universal Chess Interface: reads commands and writes answers, until `quit` or
/// the end of the input. `quit` stops a search that is going on; at the end of the input one that
/// ends by itself is waited for. `name` is the player's, with its version.
void run_session(std::istream& input, std::ostream& output, std::string_view name,
                 PlayerOptions options);

} // namespace eldest::uci
