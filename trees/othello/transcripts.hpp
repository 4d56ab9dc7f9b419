#pragma once

#include "trees/base/position_list.hpp"
#include "trees/othello/text.hpp"

#include <vector>

namespace eldest::othello {

/// Returns true if the first line that begins as a game or as a position begins as a game.
[[nodiscard]] bool are_transcripts(const std::vector<detail::Line>& lines);

/// Lists positions of games, one a line; see list_positions.
[[nodiscard]] PositionList list_transcripts(const std::vector<detail::Line>& lines,
                                            const GameChoice& choice);

} // namespace eldest::othello
