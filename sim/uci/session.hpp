#pragma once

#include "sim/uci/player_options.hpp"

#include <iosfwd>
#include <string_view>

namespace eldest::uci {

/// Plays chess by the Universal Chess Interface. Reads commands and writes answers until `quit` or
/// the end of the input. `quit` stops a running search. At the end of the input, waits for a search
/// that has limits, and stops any other. `name`: name and version of the player.
void run_session(std::istream& input, std::ostream& output, std::string_view name,
                 PlayerOptions options);

} // namespace eldest::uci
