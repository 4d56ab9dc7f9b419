#pragma once

#include "trees/chess/position.hpp"

#include <string_view>

namespace eldest::chess {

/// Returns the legal move that `san` means in standard algebraic notation: "e4", "Nbd2", "exd8=Q",
/// "O-O+". Marks of check, mate and annotation are ignored. Throws InputError if `san` is not in
/// that notation, or if no legal move or more than one fits.
[[nodiscard]] Move parse_san(const Position& position, std::string_view san);

} // namespace eldest::chess
