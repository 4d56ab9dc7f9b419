#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace eldest::othello {

/// One line of a position file.
struct PositionRecord {
  std::string id;
  /// As `parse_position` reads it, which it does.
  std::string position;
  /// Line in the file, from 1.
  int line = 0;
  /// Exact value for the side to move in discs, empty squares to the winner, if the file gives it.
  std::optional<int> score;
};

/// The positions of a file, in its order. A line is empty, a comment that begins with #, or
///
///     <64 squares> <side>; id "FFO-40"; score +38;
///
/// as `parse_position` reads it, where `score` may be left out and no id occurs twice.
/// Throws InputError with file and line; also for a file without positions.
[[nodiscard]] std::vector<PositionRecord> load_positions(const std::filesystem::path& file);

} // namespace eldest::othello
