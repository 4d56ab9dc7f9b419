#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/base/errors.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <fmt/format.h>

#include <memory>

namespace eldest {
namespace {

/// Costs of a node in a synthetic tree, in units of work. They are not divided between kinds of
/// work, because all work is done when the node is visited. A node costs as much as the average
/// position of Frenchess (22,500 a second on the SPARCstation 10 of NodeCosts).
constexpr NodeCosts synthetic_costs{2222, 0, 0, 0};

synthetic::Parameters read_parameters(const ProblemChoice& choice, std::string_view text) {
  auto parameters = synthetic::parse_parameters(text);
  if (text.find("seed=") == std::string_view::npos && text.find("name=") == std::string_view::npos)
    parameters.seed = choice.seed;
  return parameters;
}

std::vector<Problem> open_synthetic(const ProblemChoice& choice, std::string_view parameters) {
  if (choice.position != "startpos")
    throw InputError(
        Subject::position,
        fmt::format("{}: a synthetic tree has one, startpos; choose another tree by its seed",
                    choice.position));
  auto tree = std::make_shared<const synthetic::Tree>(read_parameters(choice, parameters));
  auto text = synthetic::to_text(tree->parameters());
  const synthetic::Position root(*tree);
  return {game_problem("", std::move(text), synthetic_costs, root, std::move(tree))};
}

} // namespace

Tree synthetic_tree() {
  return {"synthetic",
          "endless random trees: synthetic:b=35,order=0.8,… or synthetic:name=…",
          open_synthetic,
          {"startpos"}};
}

} // namespace eldest
