#pragma once

#include "trees/base/position_list.hpp"

#include <string_view>

namespace eldest::othello {

/// Returns true if a line begins as games in the Generic Game Format, perhaps after their number.
[[nodiscard]] bool begins_as_ggf(std::string_view line);

/// Lists positions of the games of a text in the Generic Game Format; see list_positions.
[[nodiscard]] PositionList list_ggf(std::string_view text, const GameChoice& choice);

} // namespace eldest::othello
