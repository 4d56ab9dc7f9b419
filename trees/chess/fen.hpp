#pragma once

#include "trees/chess/setup.hpp"

#include <string>
#include <string_view>

namespace eldest::chess {

/// Reads a position in Forsyth-Edwards Notation (Edwards, "Portable Game Notation Specification and
/// Implementation Guide", 1994, section 16.1): 4 fields, as in EPD, or 6 with the halfmove clock
/// and the move number, which are checked and ignored. An en-passant square that no pawn can
/// legally capture on is ignored, too.
///
/// Throws InputError for texts that are not FEN and for impossible positions: those without exactly
/// one king a side, with more men than promotions can explain, with pawns on the first or last
/// rank, with the side not to move in check, with castling rights or an en-passant square that do
/// not fit the board.
[[nodiscard]] Setup parse_fen(std::string_view fen);

/// Returns all 6 fields of a position, the last two "0 1".
[[nodiscard]] std::string to_fen(const Setup& setup);

/// Whether a FEN record can describe the setup, which then is a position of the game.
[[nodiscard]] bool is_possible(const Setup& setup);

} // namespace eldest::chess
