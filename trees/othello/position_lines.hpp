#pragma once

#include "trees/base/position_list.hpp"
#include "trees/othello/text.hpp"

#include <vector>

namespace eldest::othello {

/// Lists the positions of lines, one a line; see list_positions.
[[nodiscard]] PositionList list_position_lines(const std::vector<detail::Line>& lines);

} // namespace eldest::othello
