#pragma once

#include "trees/chess/setup.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace eldest::chess {

enum class CastlingRules : std::uint8_t {
  standard, ///< of kings on the e-file with rooks on the a- and h-files
  chess960, ///< of kings on any file with rooks on either side
};

/// Reads a position in Forsyth-Edwards Notation (Edwards, "Portable Game Notation Specification and
/// Implementation Guide", 1994, section 16.1). It has 4 fields, as in EPD, or 6 with the halfmove
/// clock and the move number, which are checked and ignored. An en-passant square on which no pawn
/// can legally capture is also ignored.
///
/// In Chess960, a castling right is the file of its rook as a letter (Shredder-FEN). It may also be
/// one of KQkq, for the outermost rook on that side of the king (X-FEN).
///
/// Throws InputError for texts that are not FEN, and for impossible positions, which have
///
/// - not exactly one king a side,
/// - more men than promotions can explain,
/// - pawns on the first or last rank,
/// - the side not to move in check, or
/// - castling rights or an en-passant square that do not fit the board.
[[nodiscard]] Setup parse_fen(std::string_view fen, CastlingRules rules = CastlingRules::standard);

/// Returns all 6 fields of a position, the last two "0 1". Castling rights that need the rules of
/// Chess960 are written as files.
[[nodiscard]] std::string to_fen(const Setup& setup);

/// Returns true if a FEN record can describe the setup, which then is a position of the game.
[[nodiscard]] bool is_possible(const Setup& setup);

} // namespace eldest::chess
