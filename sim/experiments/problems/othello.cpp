#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/base/errors.hpp"
#include "trees/othello/evaluation.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/othello/text.hpp"

#include <fmt/format.h>

namespace eldest {
namespace {

/// Costs of a node in Othello, in units of work. No node rate of Bugs is published. The ratio of
/// these costs to those of chess is that of our own code's times on one core. A visit takes 56 ns.
/// The generation of moves takes 9 ns, and so does that of moves that take a corner. Ordering the
/// moves by the mobility that they leave takes 357 ns. In chess, an average node takes 126 ns,
/// which makes 17.6 units a nanosecond.
constexpr NodeCosts othello_costs{990, 160, 6300, 160};

Problem problem_of(const othello::Position& root) {
  auto problem = game_problem("", othello::to_text(root), othello_costs, root, nullptr);
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
  const auto open = [&](const std::string& position) {
    return problem_of(othello::parse_position(position).with(evaluation));
  };
  return open_positions(choice, {open, othello::list_positions});
}

} // namespace

Tree othello_tree() {
  return {"othello",
          "Othello; a pass costs a ply; positions as 64 squares and the side to move, in files "
          "also .obf, "
          "transcripts, GGF and WTHOR; "
          "othello:evaluation=steady, values that do not swing with the parity of the depth; "
          "othello:evaluation=learned, those that predict the results of games best",
          open_othello,
          {"startpos"}};
}

} // namespace eldest
