#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/base/errors.hpp"
#include "trees/othello/evaluation.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/othello/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {
namespace {

/// Costs of a node in Othello, in units of work. No node rate of Bugs is published. The ratio of
/// these costs to those of chess is that of our own code's times on one core. A visit takes 56 ns.
/// The generation of moves takes 9 ns, and so does that of moves that take a corner. Ordering the
/// moves by the mobility that they leave takes 357 ns. In chess, an average node takes 126 ns,
/// which makes 17.6 units a nanosecond.
constexpr NodeCosts othello_costs{990, 160, 6300, 160};

Problem open_root(std::string id, const othello::Position& root) {
  auto problem = game_problem(std::move(id), othello::to_text(root), othello_costs, root, nullptr);
  problem.value_words = {"discs", othello::centidiscs_per_disc, "wins", "loses", true};
  return problem;
}

/// Reads the evaluation from the tree's parameters: nothing, or "evaluation=NAME".
othello::Evaluation read_evaluation(std::string_view parameters) {
  if (parameters.empty() || parameters == "evaluation=swinging")
    return othello::Evaluation::swinging;
  if (parameters == "evaluation=steady")
    return othello::Evaluation::steady;
  if (parameters == "evaluation=learned")
    return othello::Evaluation::learned;
  throw InputError(Subject::tree, fmt::format("othello:{}: must be evaluation=swinging, "
                                              "evaluation=steady or evaluation=learned",
                                              parameters));
}

std::vector<Problem> open_othello(const ProblemChoice& choice, std::string_view parameters) {
  const auto evaluation = read_evaluation(parameters);
  const auto& text = choice.position;
  // GCC 12 warns without reason of text.find(' ') that is inlined at link time.
  if (text == "startpos" || std::ranges::find(text, ' ') != text.end() || text.size() == 65) {
    try {
      return {open_root("", othello::parse_position(text).with(evaluation))};
    } catch (const InputError& error) {
      throw InputError(Subject::position, fmt::format("'{}': {}", text, error.what()));
    }
  }
  const auto file = parse_position_file(text);
  std::vector<Problem> problems;
  for (const auto& record : choose(othello::load_positions(file.file), file))
    problems.push_back(
        open_root(record.id, othello::parse_position(record.position).with(evaluation)));
  return problems;
}

} // namespace

Tree othello_tree() {
  return {"othello",
          "Othello; a pass costs a ply; positions as 64 squares and the side to move; "
          "othello:evaluation=steady, values that do not swing with the parity of the depth; "
          "othello:evaluation=learned, those that predict the results of games best",
          open_othello,
          {"startpos"}};
}

} // namespace eldest
