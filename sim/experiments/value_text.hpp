#pragma once

#include "sim/experiments/problem.hpp"
#include "trees/score.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Returns a value of the side to move at a root, for a person: heuristic values in the game's
/// unit, as in "-1.39", won and lost games in words. The number of moves, as in "mate in 3", is
/// said only if the line, of moves as in SearchResult::principal_variation, ends the game so.
[[nodiscard]] std::string value_text(const Problem& problem, Score value,
                                     const std::vector<std::string>& line = {});

} // namespace eldest
