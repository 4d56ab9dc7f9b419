#pragma once

#include "sim/experiments/problem.hpp"
#include "trees/chess/root.hpp"

#include <memory>
#include <string>

namespace eldest {

/// Makes the problem of a chess position.
[[nodiscard]] Problem chess_problem(std::string id, std::shared_ptr<const chess::Root> root);

} // namespace eldest
