#pragma once

#include "trees/base/position_list.hpp"
#include "trees/checkers/position.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::checkers {

/// Lists the positions of a file, whose bytes are `content`. The format is recognised by content.
///
/// - Positions: on each line `FEN` or `FEN; id "name"`, as parse_position reads them. Other
///   operations are ignored.
/// - PDN: the position of each game that `choice` says, at its end by default.
[[nodiscard]] PositionList list_positions(std::string_view content, const GameChoice& choice = {});

/// A position of a test set.
struct NamedPosition {
  std::string id;
  Position position;
};

/// Reads the positions of a file, as list_positions does. Throws InputError with file and line at
/// the first bad record. Throws InputError also for a file without positions.
[[nodiscard]] std::vector<NamedPosition> load_positions(const std::filesystem::path& path);

} // namespace eldest::checkers
