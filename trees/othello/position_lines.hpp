#pragma once

#include "trees/base/position_list.hpp"
#include "trees/othello/text.hpp"

#include <string_view>
#include <vector>

namespace eldest::othello {

/// Returns true if a line begins as the squares of a position.
[[nodiscard]] bool begins_as_position(std::string_view line);

/// Lists the positions of lines, one a line; see list_positions.
[[nodiscard]] PositionList list_position_lines(const std::vector<detail::Line>& lines);

} // namespace eldest::othello
