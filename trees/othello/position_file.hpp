#pragma once

#include "trees/base/position_list.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace eldest::othello {

/// Lists the positions of a file from its bytes. The content decides on the format. A text is a
/// file of positions, one a line:
///
///     <64 squares> <side>; id "FFO-40"; score +38;
///     <64 squares> <side>; D3:+0; C4:-2; % comment
///
/// - Squares and side are as `parse_position` reads them. Everything after the side may be left
///   out, fields may have any order, and lines that begin with # are comments.
/// - A field is the id, the score of the position, or a legal move with its score. The last ; may
///   be left out. A score alone is that of the position.
/// - The second line is an .obf file, as edax-reversi (R. Delorme) documents it in src/obftest.c
/// and
///   publishes the FFO test in problem/*.obf.
///
/// Scores are discs from -64 to +64 for the side to move. They are checked, and not used.
[[nodiscard]] PositionList list_positions(std::string_view content, const GameChoice& choice = {});

/// Returns the positions of a file. Throws InputError with file and line for the first bad record,
/// and for a file without positions.
[[nodiscard]] std::vector<ListedPosition> load_positions(const std::filesystem::path& file);

} // namespace eldest::othello
