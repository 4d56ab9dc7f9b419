#pragma once

#include "trees/chess/move.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::chess {

/// One position of an EPD file.
struct EpdRecord {
  std::string id;               ///< operand of `id`; empty without `id`
  std::string fen;              ///< the position, as to_fen writes it
  std::vector<Move> best_moves; ///< the moves of `bm`, which are legal; empty without `bm`
};

/// Reads an Extended Position Description (Edwards, "Portable Game Notation Specification and
/// Implementation Guide", 1994, section 16.2). The position has the 4 fields of EPD or the 6 of
/// FEN, or is `startpos`. The opcode of an operation has letters, digits and `_`, begins with a
/// letter, and occurs once. Moves are read as parse_san reads them. What test suites have beside
/// that is accepted:
///
/// - no semicolon at the end, or before an operation that follows moves,
/// - marks apart from their move, as in `Qd1 +`, and commas between moves,
/// - an operation with `=`, as in `v=-328`, and numbers after a semicolon,
/// - a comment after the operations, which begins with `#`.
///
/// Throws InputError for any other line, for an illegal position or move, and for two positions on
/// one line.
[[nodiscard]] EpdRecord parse_epd(std::string_view line);

/// Reads a file with a record on each line. A record without an id is named "#n", n from 1. Equal
/// ids are told apart as PositionLister does. Throws InputError with file and line at the first
/// line that parse_epd refuses. Throws InputError also for a file without positions.
[[nodiscard]] std::vector<EpdRecord> load_epd(const std::filesystem::path& file);

} // namespace eldest::chess
