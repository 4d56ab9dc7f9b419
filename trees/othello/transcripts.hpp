#pragma once

#include "trees/base/position_list.hpp"
#include "trees/othello/text.hpp"

#include <string_view>
#include <vector>

namespace eldest::othello {

/// Returns true if a line begins as the moves of a game.
[[nodiscard]] bool begins_as_transcript(std::string_view line);

/// Lists positions of games, one a line; see list_positions.
[[nodiscard]] PositionList list_transcripts(const std::vector<detail::Line>& lines,
                                            const GameChoice& choice);

} // namespace eldest::othello
