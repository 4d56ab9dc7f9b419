#pragma once

#include "trees/checkers/position.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::checkers {

/// Reads `startpos` or a position in the FEN of Portable Draughts Notation, side to move and the
/// pieces of both colours in either order: `B:W21,22,K30:B1,2,K5`. K marks a king, `1-12` is a
/// range
/// (`K1-4`: of kings), a list may be empty, and a final full stop is allowed. At most 12 pieces a
/// side, no man on its king row. Throws InputError naming the field.
[[nodiscard]] Position parse_position(std::string_view text);

/// Writes the position as FEN, White's pieces first, each list in increasing order and without
/// ranges.
[[nodiscard]] std::string fen(const Position& position);

/// Reads a legal move: "9-14", "22x15", or a capture with its full path "22x15x8". A capture of
/// several men may be given as "22x8" when all captures between those squares lead to the same
/// position; the first generated is taken. Throws an InputError that lists the legal moves.
[[nodiscard]] Move parse_move(const Position& position, std::string_view text);

/// A position of a test set.
struct NamedPosition {
  std::string id;
  Position position;
};

/// Reads a file of positions, one on a line, as `FEN; id "name"`. Empty lines and lines that start
/// with # are skipped. Ids are not empty and differ. Throws InputError that starts with
/// `path:line:`; also for a file without positions.
[[nodiscard]] std::vector<NamedPosition> load_positions(const std::filesystem::path& path);

} // namespace eldest::checkers
