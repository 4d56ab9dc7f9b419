#pragma once

#include "sim/experiments/problem.hpp"
#include "trees/score.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Returns a value of the side to move at a root as text for a person. Heuristic values are in the
/// game's unit, as in "-1.39". Won and lost games are in words. The number of moves, as in "mate in
/// 3", is given only if `line` leads to the end of the game. `line`: moves as in
/// SearchResult::principal_variation.
[[nodiscard]] std::string value_text(const Problem& problem, Score value,
                                     const std::vector<std::string>& line = {});

} // namespace eldest
