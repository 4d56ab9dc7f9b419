#include "sim/experiments/problems/games.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {

std::vector<Problem> open_problems(const ProblemChoice& choice) {
  const auto colon = choice.tree.find(':');
  const auto name = choice.tree.substr(0, colon);
  const auto parameters = colon == std::string::npos ? "" : choice.tree.substr(colon + 1);
  const auto tree = std::ranges::find(trees(), name, &Tree::name);
  if (tree == trees().end()) {
    std::vector<std::string_view> names;
    for (const auto& known : trees())
      names.emplace_back(known.name);
    throw InputError(Subject::tree, no_such("tree", name, names));
  }
  return tree->open(choice, parameters);
}

void refuse_parameters(std::string_view game, std::string_view parameters) {
  if (!parameters.empty())
    throw InputError(Subject::tree,
                     fmt::format("{}:{}: {} takes no parameters", game, parameters, game));
}

} // namespace eldest
