// Games outside of the project, for trees that are fitted to logs of them: logs of sequential
// searches, and simulated parallel searches.
//
//   games log GAME DEPTH POSITIONS                             a log for `eldest stats --fit`
//   games simulate GAME DEPTH POSITIONS PLATFORM ALGORITHM P   times of searches, as CSV
//
// A position is reached by random moves from the start of the game. A node takes 18,000 units of
// work, a microsecond on a modern host.

#include "algorithms/abdada/settings.hpp"
#include "algorithms/aphid/settings.hpp"
#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm_list.hpp"
#include "algorithms/sequential/settings.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "sim/experiments/make_problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "tests/games/ataxx.hpp"
#include "tests/games/breakthrough.hpp"
#include "tests/games/domineering.hpp"
#include "tests/games/hex.hpp"
#include "tests/games/kalah.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/random.hpp"

#include <fmt/core.h>

#include <exception>
#include <string>
#include <vector>

namespace eldest::games {
namespace {

using Searched = AlgorithmList<AlphaBetaSettings, NegaScoutSettings, AbdadaSettings, YbwcSettings,
                               YbnSettings, AphidSettings>;

constexpr NodeCosts costs{18'000, 0, 0, 0};

/// Returns the position after `moves` random moves from the start, or after fewer if the game ends.
template <Position P> P random_position(int moves, std::uint64_t seed) {
  SplitMix64 random(seed);
  P position;
  for (int i = 0; i < moves; ++i) {
    MoveList<typename P::Move> legal;
    position.generate_moves(legal);
    if (legal.empty())
      break;
    const auto next = position.after(legal[random() % legal.size()]);
    MoveList<typename P::Move> replies;
    next.generate_moves(replies);
    if (replies.empty())
      break;
    position = next;
  }
  return position;
}

/// Returns positions of a game after `moves` to twice as many random moves.
template <Position P> std::vector<Problem> positions_of(int count, int moves) {
  std::vector<Problem> problems;
  for (int i = 0; i < count; ++i) {
    const auto root =
        random_position<P>(moves + i % (moves + 1), mix(static_cast<std::uint64_t>(i) + 1));
    problems.push_back(make_problem<Searched>(fmt::format("{}", i + 1), "", costs, root, nullptr));
  }
  return problems;
}

std::vector<Problem> open(const std::string& game, int count) {
  if (game == "ataxx")
    return positions_of<ataxx::Position>(count, 6);
  if (game == "breakthrough")
    return positions_of<breakthrough::Position>(count, 8);
  if (game == "domineering")
    return positions_of<domineering::Position>(count, 4);
  if (game == "hex")
    return positions_of<hex::Position>(count, 4);
  if (game == "kalah")
    return positions_of<kalah::Position>(count, 6);
  throw InputError(
      fmt::format("{}: should be ataxx, breakthrough, domineering, hex or kalah", game));
}

SearchResult search(const Problem& problem, const std::string& platform,
                    const std::string& algorithm, int processors, int depth) {
  Simulation simulation;
  simulation.platform = read_platform_file(platform);
  simulation.processors = processors;
  simulation.algorithm = find_algorithm(algorithm);
  simulation.settings.depth = depth;
  simulation.settings.costs = problem.costs;
  simulation.machine.model = Model::loggp;
  simulation.machine.tables.entries = 1U << 20U;
  return simulate_isolated(simulation, problem);
}

void log(const std::vector<Problem>& problems, int depth) {
  fmt::print("position,depth,nodes,value,seconds,quiescence,expanded,moves,forced,cutoffs,"
             "first_cutoffs,deep_cutoffs,deep_first_cutoffs,table_cutoffs\n");
  for (const auto& problem : problems) {
    Counters sum;
    for (const auto& iteration : search(problem, "server-128", "negascout", 1, depth).iterations) {
      sum += iteration.counters.value();
      const bool decided = is_win(iteration.value);
      fmt::print("{},{},{},{},{:.6g},{},{},{},{},{},{},{},{},{}\n", problem.id, iteration.depth,
                 sum.nodes(), decided ? "" : fmt::format("{}", iteration.value), iteration.time,
                 sum.quiescence, sum.expanded, sum.moves, sum.forced, sum.cutoffs,
                 sum.first_move_cutoffs, sum.deep_cutoffs, sum.deep_first_move_cutoffs,
                 sum.table_hits);
    }
  }
}

} // namespace
} // namespace eldest::games

int main(int argc, char** argv) {
  using namespace eldest;
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto number = [&](std::size_t i) { return to_number<int>(words.at(i)).value(); };
    const auto problems = games::open(words.at(1), number(3));
    const int depth = number(2);
    if (words.at(0) == "log")
      games::log(problems, depth);
    else
      for (const auto& problem : problems)
        fmt::print("{},{},{},{:.9g}\n", problem.id, words.at(5), words.at(6),
                   games::search(problem, words.at(4), words.at(5), number(6), depth).time);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "games: {}\n", error.what());
    return 2;
  }
}
