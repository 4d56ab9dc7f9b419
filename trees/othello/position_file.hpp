#pragma once

#include "trees/base/position_list.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace eldest::othello {

/// Lists the positions of a file from its bytes. The first line that begins as one of
/// these formats decides for the file.
///
/// - **Positions**, one a line, such as `<64 squares> <side>; id "FFO-40"; score +38;`. Squares and
///   side are as `parse_position` reads them. After them may be, in any order, the id, the score of
///   the position, and legal moves with their scores, as in `D3:+0;`. A score without the word
///   `score` is that of the position. Scores are discs from -64 to +64 for the side to move. They
///   are checked, and not used. This includes .obf, the format of edax-reversi (R. Delorme,
///   src/obftest.c), in which the FFO test is published (problem/*.obf there).
/// - **Transcripts**, one game a line, such as `f5d6c3d3c4`, in either case, with blanks and with
///   numbers before moves or without.
/// - **GGF**, the Generic Game Format of M. Buro's game server GGS
///   (www.skatgame.net/mburo/ggsa/ggf). Games with komi, of anti-Othello or on another board than
///   8 x 8 are bad records.
/// - **WTHOR**, the database of the Fédération Française d'Othello (S. Quin and S. Nicolet,
///   www.ffothello.org/wthor/Format_WThor.pdf), in files such as WTH_2004.wtb.
///
/// In files of positions and transcripts, a line that begins with # is a comment. So is the rest of
/// a line from a % outside of double quotes. `choice` chooses from the games of the last three
/// formats. A pass is a ply. A forced pass may be written or left out.
[[nodiscard]] PositionList list_positions(std::string_view content, const GameChoice& choice = {});

/// Returns the positions of a file. Throws InputError with file and line for the first bad record,
/// and for a file without positions.
[[nodiscard]] std::vector<ListedPosition> load_positions(const std::filesystem::path& file);

} // namespace eldest::othello
