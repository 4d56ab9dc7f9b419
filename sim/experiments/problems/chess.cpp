#include "sim/experiments/problems/chess.hpp"

#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/chess/fen.hpp"
#include "trees/chess/notation.hpp"
#include "trees/chess/position_file.hpp"
#include "trees/chess/root.hpp"

#include <memory>

namespace eldest {
namespace {

/// Costs of a node in chess, in cycles. Frenchess visits 20,000 to 25,000 positions a second on a
/// 50 MHz SuperSPARC (Weill 1996, section 5), which is 2222 cycles each. These are divided here
/// between the kinds of work in a node as measured in eldest's own search; see platforms/README.md.
constexpr NodeCosts frenchess_costs{500, 2000, 9500, 3000};

std::vector<Problem> open_chess(const ProblemChoice& choice, std::string_view parameters) {
  refuse_parameters("chess", parameters);
  chess::Settings settings;
  settings.check_extension = choice.check_extension;
  const auto open = [&](const std::string& position) {
    const auto fen = position == "startpos" ? chess::start_fen : std::string_view(position);
    return chess_problem("", std::make_shared<const chess::Root>(fen, settings));
  };
  return open_positions(choice, {open, chess::list_positions});
}

} // namespace

Problem chess_problem(std::string id, std::shared_ptr<const chess::Root> root) {
  const auto& position = root->position();
  auto problem = game_problem(std::move(id), chess::to_fen(position.setup()), frenchess_costs,
                              position, std::move(root));
  problem.value_words = {"pawns", 100, "mate", "mated"};
  return problem;
}

/// The calibration positions are known from tests of move generators (chessprogramming.org, "Perft
/// Results").
Tree chess_tree() {
  return {"chess",
          "chess, evaluated in the manner of Frenchess; positions in FEN, EPD or PGN",
          open_chess,
          {"startpos", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
           "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"}};
}

} // namespace eldest
