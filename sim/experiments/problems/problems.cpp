#include "sim/experiments/problems/games.hpp"

#include "sim/system/data_files.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

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

PositionFile parse_position_file(const std::string& position) {
  if (auto file = find_data_file(position))
    return {std::move(*file), std::nullopt};
  const auto colon = position.rfind(':');
  if (colon != std::string::npos) {
    if (auto file = find_data_file(position.substr(0, colon)))
      return {std::move(*file), position.substr(colon + 1)};
  }
  std::error_code none; // reading reports later that the path is no file
  if (std::filesystem::exists(std::filesystem::symlink_status(position, none)))
    return {position, std::nullopt};
  throw InputError(Subject::position,
                   fmt::format("{}: neither a position in the game's notation nor a "
                               "file of positions (FILE or FILE:ID)",
                               position));
}

void refuse_parameters(std::string_view game, std::string_view parameters) {
  if (!parameters.empty())
    throw InputError(Subject::tree,
                     fmt::format("{}:{}: {} takes no parameters", game, parameters, game));
}

void unknown_id(const PositionFile& choice, const std::string& first, const std::string& last) {
  throw InputError(Subject::position,
                   fmt::format("{}:{}: no position of that id; the file has {} to {}",
                               choice.file.string(), *choice.id, first, last));
}

} // namespace eldest
