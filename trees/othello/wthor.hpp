#pragma once

#include "trees/base/position_list.hpp"

#include <string_view>

namespace eldest::othello {

/// Returns true if `content` begins as a file of the database WTHOR: with a century, 19 to 21. No
/// text begins with such a byte.
[[nodiscard]] bool is_wthor(std::string_view content);

/// Lists positions of the games of a .wtb file of the database WTHOR; see list_positions.
[[nodiscard]] PositionList list_wthor(std::string_view content, const GameChoice& choice);

} // namespace eldest::othello
