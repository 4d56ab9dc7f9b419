#include "sim/experiments/make_problem.hpp"
#include "sim/experiments/problems/games.hpp"
#include "trees/chess/epd.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/root.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <memory>

namespace eldest {
namespace {

constexpr std::string_view start_position =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Frenchess visits 20,000 to 25,000 positions a second on a 50 MHz SuperSPARC (Weill 1996, section
/// 5): 2222 cycles each, here divided between the kinds of work in a node as measured in this
/// program's own search; see platforms/README.md.
constexpr NodeCosts frenchess_costs{500, 2000, 9500, 3000};

Problem open_root(std::string id, std::string_view fen, const chess::Settings& settings) {
  auto root = std::make_shared<const chess::Root>(fen, settings);
  const auto& position = root->position();
  return make_problem(std::move(id), chess::to_fen(position.setup()), frenchess_costs, position,
                      std::move(root));
}

} // namespace

std::vector<Problem> open_chess(const ProblemChoice& choice, std::string_view parameters) {
  refuse_parameters("chess", parameters);
  chess::Settings settings;
  settings.check_extension = choice.check_extension;
  if (choice.position == "startpos")
    return {open_root("", start_position, settings)};
  if (choice.position.find(' ') != std::string::npos) {
    try {
      return {open_root("", choice.position, settings)};
    } catch (const InputError& error) {
      throw InputError(Subject::position, fmt::format("'{}': {}", choice.position, error.what()));
    }
  }
  const auto file = parse_position_file(choice.position);
  std::vector<Problem> problems;
  for (const auto& record : choose(chess::load_epd(file.file), file))
    problems.push_back(open_root(record.id, record.fen, settings));
  return problems;
}

} // namespace eldest
