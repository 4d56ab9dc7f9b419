#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/checkers/evaluation.hpp"
#include "trees/checkers/notation.hpp"
#include "trees/checkers/position.hpp"
#include "trees/checkers/position_file.hpp"

namespace eldest {
namespace {

/// Costs of a node in checkers, in units of work. No node rate of Chinook is published for the
/// machines here. The ratio of these costs to those of chess is that of our own code's times on one
/// core. A visit takes 39 ns, the generation of moves 24 ns, their ordering 66 ns and captures only
/// 19 ns. In chess, an average node takes 126 ns, which makes 17.6 units a nanosecond.
constexpr NodeCosts checkers_costs{680, 420, 1160, 340};

Problem open_position(const std::string& position) {
  const auto root = checkers::parse_position(position);
  auto problem = game_problem("", checkers::fen(root), checkers_costs, root, nullptr);
  problem.value_words = {"men", checkers::evaluation::man_value, "wins", "loses"};
  return problem;
}

std::vector<Problem> open_checkers(const ProblemChoice& choice, std::string_view parameters) {
  refuse_parameters("checkers", parameters);
  return open_positions(choice, {open_position, checkers::list_positions});
}

} // namespace

Tree checkers_tree() {
  return {"checkers",
          "English draughts; positions in the FEN of PDN, in files also its games",
          open_checkers,
          {"startpos"}};
}

} // namespace eldest
