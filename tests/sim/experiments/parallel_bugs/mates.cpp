// Distances of mates that are proven by a search of their own.
#include "tests/support/mates.hpp"
#include "sim/uci/info.hpp"
#include "tests/sim/experiments/parallel_bugs/bug_counts.hpp"
#include "tests/sim/experiments/parallel_bugs/runs.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/chess/root.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;
using test::BugCase;
using test::Mate;

namespace {

/// Returns the search that needs to find a mate: its last ply is that of the mated side, which has
/// no move.
BugCase mate_case(const Mate& mate, const Algorithm& algorithm, SplitMix64& random) {
  BugCase test;
  test.tree = mate.fen;
  test.algorithm = algorithm;
  test.processors = test::draw(random, 2, 6);
  test.tables.entries = 1 << 16;
  test.settings.depth = 2 * mate.moves;
  test.settings.table_depth = TableDepth::at_least_keeping_distance;
  test.settings.seed = random();
  test.settings.costs = test::costs;
  return test;
}

/// Checks the reported distances and, at sufficient depth, the best move.
std::string wrong_distances(const Mate& mate, const chess::Position& root,
                            const std::vector<IterationResult>& iterations) {
  const int plies = 2 * mate.moves - 1;
  for (const auto& result : iterations) {
    if (!is_win(result.value))
      continue;
    const auto found = uci::plies_to_mate(result.value, result.depth);
    if (!found || result.value < 0 || *found < plies)
      return fmt::format("value {} to depth {}, but mate in {} plies", result.value, result.depth,
                         plies);
  }
  if (std::cmp_less(iterations.size(), 2 * mate.moves))
    return fmt::format("{} iterations", iterations.size());
  const auto& last = iterations.back();
  if (uci::plies_to_mate(last.value, last.depth) != plies)
    return fmt::format("value {} to depth {}, not a mate in {} plies", last.value, last.depth,
                       plies);
  const auto move = find_move(root, last.move);
  if (!move || !test::MateProver().is_lost(root.after(*move), mate.moves - 1))
    return fmt::format("best move {} does not mate in {}", last.move, mate.moves);
  return "";
}

/// Checks the line of play to a mate.
std::string wrong_line(const Mate& mate, const chess::Position& root, const IterationResult& last,
                       const uci::TableReader& table) {
  const int plies = 2 * mate.moves - 1;
  const auto line = table.principal_variation(root, last, plies);
  if (line.empty() || line.front().code() != last.move)
    return "the line of play does not begin with the best move";
  return std::cmp_equal(line.size(), plies) && !uci::mates(root, line)
             ? "the line of play does not end with mate"
             : "";
}

/// Checks what the processors of a search of a mate report.
std::string wrong_report(const Mate& mate, const chess::Position& root,
                         const std::vector<SearchOutcome>& outcomes, Tables& tables) {
  const auto& most = *std::ranges::max_element(
      outcomes, {}, [](const SearchOutcome& outcome) { return outcome.iterations.size(); });
  auto wrong = wrong_distances(mate, root, most.iterations);
  return wrong.empty()
             ? wrong_line(mate, root, most.iterations.back(), uci::TableReader(tables, false))
             : wrong;
}

/// Searches a mate on threads. Returns the first mistake, or an empty text.
std::string search_mate(const Mate& mate, const BugCase& test) {
  const chess::Root root(mate.fen, {.check_extension = false});
  ThreadMachine machine(test.processors, test.algorithm.tables(test.tables), {});
  std::vector<SearchOutcome> outcomes(static_cast<std::size_t>(test.processors));
  machine.run([&](ThreadProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] =
        game_search(test.algorithm, test.settings, root.position(), processor);
  });
  return wrong_report(mate, root.position(), outcomes, machine.tables());
}

/// Simulates the search of a mate. Returns the first mistake, or an empty text.
std::string simulate_mate(const Mate& mate, const BugCase& test) {
  const chess::Root root(mate.fen, {.check_extension = false});
  return test::in_child([&] {
    return test::simulate_case(
        test,
        [&](SimulatedProcessor& processor) {
          return game_search(test.algorithm, test.settings, root.position(), processor);
        },
        [&](SimulatedMachine& machine, const std::vector<SearchOutcome>& outcomes) {
          return wrong_report(mate, root.position(), outcomes, machine.tables());
        });
  });
}

/// A way to search mates.
struct MateSearch {
  bool simulated = false;
  TableDepth rule = TableDepth::at_least_keeping_distance;
  bool first_only = false; ///< stop after the first difference
  std::uint64_t seed = 11; ///< of the mates and the searches
};

/// Searches `mates` mates by every parallel algorithm.
test::BugCounts search_mates(int mates, const MateSearch& way) {
  SplitMix64 random(way.seed);
  test::BugCounts counts;
  for (int i = 0; i < mates; ++i) {
    const auto mate = test::random_mate(random);
    for (const auto& algorithm : test::parallel_algorithms()) {
      auto test = mate_case(mate, algorithm, random);
      test.settings.table_depth = way.rule;
      counts.add(way.simulated ? simulate_mate(mate, test) : search_mate(mate, test), test);
      if (way.first_only && counts.differences > 0)
        return counts;
    }
  }
  return counts;
}

} // namespace

TEST_CASE("the prover knows mates in 1, 2 and 3, and that there is none") {
  const auto moves = [](const std::string& fen) {
    return test::MateProver().moves_to_mate(chess::Root(fen).position(), 3);
  };
  CHECK(moves("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1") == 1);
  CHECK(moves("7k/8/4K3/8/8/8/8/6Q1 w - - 0 1") == 2);
  CHECK(moves("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1") == 3); // BK.01
  CHECK(moves("7k/8/8/8/8/8/8/K5N1 w - - 0 1") == std::nullopt);
}

TEST_CASE("no algorithm reports a mate shorter than it is, nor longer at sufficient depth") {
  CHECK_THAT(search_mates(8, {}).first, Catch::Equals(""));
  CHECK_THAT(search_mates(1, {.simulated = true}).first, Catch::Equals(""));
}

TEST_CASE("a table that does not keep the distance of mates is found within 200 searches") {
  const auto counts = search_mates(15, {true, TableDepth::at_least, true, 5});
  CAPTURE(counts.searches);
  CHECK(counts.differences == 1);
}

TEST_CASE("by hand: the distances of a thousand mates", "[.][by-hand]") {
  test::print("mate distance, threads", search_mates(1020, {}));
  test::print("mate distance, simulated", search_mates(60, {.simulated = true}));
  test::print("mate distance | distance not kept",
              search_mates(15, {true, TableDepth::at_least, true}));
}
