#pragma once

#include "trees/checkers/position.hpp"

#include <string>
#include <string_view>

namespace eldest::checkers {

/// Reads `startpos` or a position in the FEN of Portable Draughts Notation, as in
/// `B:W21,22,K30:B1,2,K5`. The side to move comes first, then the pieces of both colours in either
/// order. K marks a king, and `1-12` is a range (`K1-4` of kings). A list may be empty. The clocks
/// of PDN 3.0 may follow (`:H0:F1`), and are ignored. Small letters are as good as capital ones.
/// Blanks, full stops and quotation marks are ignored, except that a blank separates two pieces.
///
/// A side has at most 12 pieces, and no man stands on its king row. Throws InputError that names
/// the field.
[[nodiscard]] Position parse_position(std::string_view text);

/// Writes the position as FEN, White's pieces first, each list in increasing order and without
/// ranges.
[[nodiscard]] std::string fen(const Position& position);

/// Reads a legal move: "9-14", "22x15", or a capture with its full path "22x15x8". The squares
/// alone determine the move, so that "-", "x" and ":" are the same. A capture of several men may be
/// given as "22x8" if all captures between those squares lead to the same position. The first one
/// generated is then returned. Throws an InputError that lists the possible moves for any other
/// text.
[[nodiscard]] Move parse_move(const Position& position, std::string_view text);

} // namespace eldest::checkers
