#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/base/errors.hpp"
#include "trees/othello/evaluation.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/othello/text.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace eldest {
namespace {

/// Returns the costs of a node in Othello, in units of work. Their ratio to those of chess is that
/// of our own code's times on one core. A visit takes 56 ns. The generation of moves takes 9 ns,
/// and so does that of moves that take a corner. Ordering the moves takes 357 ns by the mobility
/// that they leave, and 123 ns by squares. In chess, an average node takes 126 ns, which makes 17.6
/// units a nanosecond.
NodeCosts othello_costs(othello::StaticOrder order) {
  return {990, 160, order == othello::StaticOrder::mobility ? 6300.0 : 2170.0, 160};
}

Problem problem_of(const othello::Position& root) {
  auto problem =
      game_problem("", othello::to_text(root), othello_costs(root.settings().order), root, nullptr);
  problem.value_words = {"discs", othello::centidiscs_per_disc, "wins", "loses", true};
  return problem;
}

/// Reads one parameter of the tree, "evaluation=NAME" or "order=NAME". Returns false if it is no
/// such text, or if there has been one of its kind.
bool read_parameter(std::string_view parameter, std::optional<othello::Evaluation>& evaluation,
                    std::optional<othello::StaticOrder>& order) {
  using othello::Evaluation;
  using othello::StaticOrder;
  if (parameter == "evaluation=swinging" && !evaluation)
    evaluation = Evaluation::swinging;
  else if (parameter == "evaluation=steady" && !evaluation)
    evaluation = Evaluation::steady;
  else if (parameter == "evaluation=learned" && !evaluation)
    evaluation = Evaluation::learned;
  else if (parameter == "order=mobility" && !order)
    order = StaticOrder::mobility;
  else if (parameter == "order=squares" && !order)
    order = StaticOrder::squares;
  else
    return false;
  return true;
}

/// Reads the parameters of the tree, with a comma between them.
othello::Settings read_settings(std::string_view parameters) {
  std::optional<othello::Evaluation> evaluation;
  std::optional<othello::StaticOrder> order;
  std::vector<std::string> all;
  if (!parameters.empty())
    boost::algorithm::split(all, parameters, boost::algorithm::is_any_of(","));
  for (const auto& parameter : all) {
    if (!read_parameter(parameter, evaluation, order))
      throw InputError(Subject::tree,
                       fmt::format("othello:{}: must be evaluation=swinging, evaluation=steady or "
                                   "evaluation=learned, and order=mobility or order=squares, each "
                                   "once at most",
                                   parameters));
  }
  const othello::Settings usual;
  return {evaluation.value_or(usual.evaluation), order.value_or(usual.order)};
}

std::vector<Problem> open_othello(const ProblemChoice& choice, std::string_view parameters) {
  const auto settings = read_settings(parameters);
  const auto open = [&](const std::string& position) {
    return problem_of(othello::parse_position(position).with(settings));
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
          "othello:evaluation=learned, those that predict the results of games best; "
          "othello:order=squares, a worse order of moves, by a table of squares",
          open_othello,
          {"startpos"}};
}

} // namespace eldest
