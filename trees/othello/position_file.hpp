#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace eldest::othello {

/// One line of a position file.
struct PositionRecord {
  std::string id;
  /// The position as text, which `parse_position` can read.
  std::string position;
  /// The line in the file, from 1.
  int line = 0;
  /// The exact value for the side to move in discs, with the empty squares given to the winner, or
  /// nothing.
  std::optional<int> score;
};

/// Reads the positions of a file, in its order. A line is empty, a comment that begins with #, or
///
///     <64 squares> <side>; id "FFO-40"; score +38;
///
/// with squares and side as `parse_position` reads them. The score may be left out, and no id
/// occurs twice. Throws InputError with file and line; also for a file without positions.
[[nodiscard]] std::vector<PositionRecord> load_positions(const std::filesystem::path& file);

} // namespace eldest::othello
