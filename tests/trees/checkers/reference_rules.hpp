#pragma once

#include <map>
#include <string>

namespace eldest::checkers::test {

/// Returns the legal moves of a FEN position in full notation, each with the FEN of the position
/// after it. The FEN has the side to move, and White's and Black's pieces as `fen` writes them.
/// This is a second implementation of the rules for comparison, on an 8 × 8 array, and not written
/// for speed.
std::map<std::string, std::string> reference_moves(const std::string& fen);

} // namespace eldest::checkers::test
