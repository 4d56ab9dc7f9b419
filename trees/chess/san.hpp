#pragma once

#include "trees/chess/position.hpp"

#include <string_view>

namespace eldest::chess {

/// The legal move that a text in standard algebraic notation stands for: "e4", "Nbd2", "exd8=Q",
/// "O-O+". Marks of check, mate and annotation are ignored. Throws InputError if the text is not
/// such a move, or if no legal move or more than one fits it.
[[nodiscard]] Move parse_san(const Position& position, std::string_view san);

} // namespace eldest::chess
