#include "sim/experiments/problems/games.hpp"

#include "sim/machines/simulated/data_files.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {
namespace {

struct Game {
  Tree tree;
  std::vector<Problem> (*open)(const ProblemChoice&, std::string_view parameters);
};

const std::vector<Game>& games() {
  static const std::vector<Game> games{
      {{"chess", "chess, evaluated in the manner of Frenchess; positions in FEN or EPD"},
       open_chess},
      {{"othello", "Othello; a pass costs a ply; positions as 64 squares and the side to move"},
       open_othello},
      {{"checkers", "English draughts; positions in the FEN of PDN"}, open_checkers},
      {{"synthetic", "endless random trees: synthetic:b=35,order=0.8,… or synthetic:name=…"},
       open_synthetic},
  };
  return games;
}

} // namespace

const std::vector<Tree>& trees() {
  static const auto trees = [] {
    std::vector<Tree> all;
    for (const auto& game : games())
      all.push_back(game.tree);
    return all;
  }();
  return trees;
}

std::vector<Problem> open_problems(const ProblemChoice& choice) {
  const auto colon = choice.tree.find(':');
  const auto name = choice.tree.substr(0, colon);
  const auto parameters = colon == std::string::npos ? "" : choice.tree.substr(colon + 1);
  const auto game = std::find_if(games().begin(), games().end(), [&](const Game& candidate) {
    return candidate.tree.name == name;
  });
  if (game == games().end()) {
    std::vector<std::string> names;
    for (const auto& tree : trees())
      names.push_back(tree.name);
    throw InputError(
        fmt::format("--tree {}: no such tree; there are: {}", name, fmt::join(names, ", ")));
  }
  return game->open(choice, parameters);
}

PositionFile parse_position_file(const std::string& position) {
  if (auto file = find_data_file(position))
    return {std::move(*file), std::nullopt};
  const auto colon = position.rfind(':');
  if (colon != std::string::npos) {
    if (auto file = find_data_file(position.substr(0, colon)))
      return {std::move(*file), position.substr(colon + 1)};
  }
  throw InputError(fmt::format("--position {}: neither a position in the game's notation nor a "
                               "file of positions (FILE or FILE:ID)",
                               position));
}

void refuse_parameters(std::string_view game, std::string_view parameters) {
  if (!parameters.empty())
    throw InputError(fmt::format("--tree {}:{}: {} takes no parameters", game, parameters, game));
}

void unknown_id(const PositionFile& choice, const std::string& first, const std::string& last) {
  throw InputError(fmt::format("--position {}:{}: no position of that id; the file has {} to {}",
                               choice.file.string(), *choice.id, first, last));
}

} // namespace eldest
