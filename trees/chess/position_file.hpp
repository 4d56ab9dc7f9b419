#pragma once

#include "trees/base/position_list.hpp"

#include <string_view>

namespace eldest::chess {

/// Lists the positions of a file, whose bytes are `content`. The format is recognised by content.
///
/// - EPD or FEN: one record on a line, as parse_epd reads it.
/// - PGN: the position of each game that `choice` says, at its end by default.
[[nodiscard]] PositionList list_positions(std::string_view content, const GameChoice& choice = {});

} // namespace eldest::chess
