#pragma once

#include "trees/base/position_list.hpp"
#include "trees/othello/text.hpp"

#include <string_view>
#include <vector>

namespace eldest::othello {

/// Returns true if a line begins a game of the Generic Game Format, perhaps after a number.
[[nodiscard]] bool is_ggf(const std::vector<detail::Line>& lines);

/// Lists positions of the games of a text in the Generic Game Format; see list_positions.
[[nodiscard]] PositionList list_ggf(std::string_view text, const GameChoice& choice);

} // namespace eldest::othello
