#pragma once

#include "trees/chess/position.hpp"

#include <string_view>

namespace eldest::chess {

/// Returns the legal move that `san` means in standard algebraic notation ("e4", "Nbd2", "exd8=Q",
/// "O-O+") or in coordinates ("e2e4", "e2-e4", "e7e8q", "e1g1", "Ng1f3"). Castling may have zeros,
/// and a pawn's capture may name files only ("exd"). Marks of check, mate, annotation and en
/// passant are ignored. Throws InputError for any other text, and if no legal move or more than one
/// fits.
[[nodiscard]] Move parse_san(const Position& position, std::string_view san);

} // namespace eldest::chess
