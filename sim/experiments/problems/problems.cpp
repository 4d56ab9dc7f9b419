#include "sim/experiments/problems/games.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace eldest {
namespace {

/// Returns the name of another tree that can open the chosen positions, or nothing.
std::optional<std::string_view> other_tree_of(ProblemChoice choice, const Tree& tried) {
  choice.skip = nullptr;
  for (const auto& other : trees()) {
    if (other.name == tried.name)
      continue;
    try {
      if (!other.open(choice, "").empty())
        return other.name;
    } catch (const InputError&) { // not of that tree
    }
  }
  return std::nullopt;
}

} // namespace

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
  try {
    return tree->open(choice, parameters);
  } catch (const InputError& error) {
    if (error.subject() == Subject::tree)
      throw;
    const auto other = other_tree_of(choice, *tree);
    if (!other)
      throw;
    throw InputError(Subject::position, fmt::format("{}: is of the tree {}, not of {}",
                                                    choice.position, *other, name));
  }
}

void refuse_parameters(std::string_view game, std::string_view parameters) {
  if (!parameters.empty())
    throw InputError(Subject::tree,
                     fmt::format("{}:{}: {} takes no parameters", game, parameters, game));
}

} // namespace eldest
