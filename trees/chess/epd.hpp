#pragma once

#include "trees/chess/move.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::chess {

/// An operation of an EPD record. The operands are one text. If there is only one operand, and it
/// is in quotation marks, the text is without them.
struct EpdOperation {
  std::string opcode;
  std::string operands;
};

/// One position of an EPD file.
struct EpdRecord {
  /// Operand of `id`, or "#n" for the n-th record of its file.
  std::string id;
  /// The position as parse_fen accepts it: the 4 fields of EPD, or the 6 of FEN.
  std::string fen;
  /// The moves of `bm`, which are legal; empty without `bm`.
  std::vector<Move> best_moves;
  /// All operations, in the order of the file.
  std::vector<EpdOperation> operations;
  /// The line in the file, from 1.
  int line = 0;
};

/// Reads Extended Position Descriptions (Edwards, "Portable Game Notation Specification and
/// Implementation Guide", 1994, section 16.2), one per line. A line may also hold the 6 fields of
/// FEN. Blank lines and lines that begin with # are skipped.
///
/// Throws InputError, beginning with `name` and the number of the line, for illegal positions or
/// best moves and for lines that are not EPD. Throws InputError also for an id given twice, and for
/// a text without positions.
[[nodiscard]] std::vector<EpdRecord> read_epd(std::istream& in, std::string_view name);

/// Reads a file, as read_epd does. Throws InputError also if the file cannot be read.
[[nodiscard]] std::vector<EpdRecord> load_epd(const std::filesystem::path& file);

} // namespace eldest::chess
