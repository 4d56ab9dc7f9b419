#pragma once

#include <map>
#include <string>

namespace eldest::checkers::test {

/// The legal moves of a FEN position (side to move, White's and Black's pieces as `fen` writes
/// them) in full notation, each with the FEN of the position after it. The rules once more, written
/// on an 8 × 8 array for comparison, with no thought of speed.
std::map<std::string, std::string> reference_moves(const std::string& fen);

} // namespace eldest::checkers::test
