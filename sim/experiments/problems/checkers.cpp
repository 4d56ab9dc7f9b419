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

Problem open_root(std::string id, const checkers::Position& root) {
  auto problem = game_problem(std::move(id), checkers::fen(root), checkers_costs, root, nullptr);
  problem.value_words = {"men", checkers::evaluation::man_value, "wins", "loses"};
  return problem;
}

/// Returns true if a text is meant to be a position in PDN's FEN, because it begins with the side
/// to move.
bool looks_like_fen(std::string_view text) {
  return text.starts_with("B:") || text.starts_with("W:");
}

std::vector<Problem> open_checkers(const ProblemChoice& choice, std::string_view parameters) {
  refuse_parameters("checkers", parameters);
  const auto& text = choice.position;
  if (text == "startpos" || looks_like_fen(text))
    return {open_root("", checkers::parse_position(text))};
  const auto file = parse_position_file(text);
  std::vector<Problem> problems;
  for (const auto& record : choose(checkers::load_positions(file.file), file))
    problems.push_back(open_root(record.id, record.position));
  return problems;
}

} // namespace

Tree checkers_tree() {
  return {"checkers", "English draughts; positions in the FEN of PDN", open_checkers, {"startpos"}};
}

} // namespace eldest
