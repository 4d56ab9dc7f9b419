#include "tests/support/bug_classes.hpp"

#include "algorithms/registry.hpp"
#include "tests/support/random_settings.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace eldest::test {
namespace {

/// Stops the search at a random moment. On simulated machines it is after 0.1 ms to 0.1 s. In that
/// time a processor visits one to a thousand nodes.
void stop_somewhere(BugCase& test, SplitMix64& random) {
  test.stop_at = draw(random, 1, 4);
  test.stop_after = 1e-4 * std::pow(10.0, draw(random, 0, 300) / 100.0);
  test.settings.depth = 6;
}

void vary_collisions(BugCase& test, SplitMix64& random) {
  test.tree = fmt::format("b=2..5,seed={},noise=40,transpositions=0.9,order=0.{}",
                          draw(random, 1, 1'000'000), draw(random, 1, 9));
  test.tables.sharing = TableSharing::global;
  test.tables.entries = std::size_t{4} << static_cast<unsigned>(draw(random, 0, 4));
  test.settings.depth = draw(random, 4, 5);
}

void vary_stops(BugCase& test, SplitMix64& random) { stop_somewhere(test, random); }

void vary_first_iteration(BugCase& test, SplitMix64& random) {
  stop_somewhere(test, random);
  test.stop_at = 1;
  test.stop_after = 1e-4 * draw(random, 1, 100);
}

/// Returns the number of moves at the root of a tree.
std::size_t root_moves(const std::string& parameters) {
  const synthetic::Tree tree(synthetic::parse_parameters(parameters));
  synthetic::Position::MoveList moves;
  synthetic::Position(tree).generate_moves(moves);
  return moves.size();
}

void vary_single_reply(BugCase& test, SplitMix64& random) {
  do
    test.tree = fmt::format("b=1..{},seed={},noise=40,order=0.5", draw(random, 2, 5),
                            draw(random, 1, 1'000'000));
  while (root_moves(test.tree) != 1);
}

void vary_few_moves(BugCase& test, SplitMix64& random) {
  test.tree = fmt::format("b=1..3,seed={},noise=30,order=0.{}", draw(random, 1, 1'000'000),
                          draw(random, 1, 9));
  test.processors = draw(random, 4, 16);
}

void vary_depths(BugCase& test, SplitMix64& random) {
  test.tree = fmt::format("b=1..5,seed={},noise=40,extend=0.2,reduction=0.3,order=0.{}",
                          draw(random, 1, 1'000'000), draw(random, 1, 9));
  test.processors = draw(random, 2, 8);
  test.settings.depth = draw(random, 4, 6);
}

void vary_aspiration(BugCase& test, SplitMix64& random) {
  if (toss(random))
    stop_somewhere(test, random);
  else
    test.settings.depth = draw(random, 3, 5);
  test.settings.aspiration = draw(random, 1, 20);
}

void vary_stored(BugCase& test, SplitMix64& random) {
  stop_somewhere(test, random);
  test.tables.sharing = TableSharing::global;
  test.tables.entries = 1 << 12;
  test.again = true;
}

void vary_helpers(BugCase& test, SplitMix64& random) {
  stop_somewhere(test, random);
  test.tree = fmt::format("b=1..6,seed={},noise=60,order=0.{},cost_spread=1",
                          draw(random, 1, 1'000'000), draw(random, 1, 9));
  test.processors = draw(random, 2, 6);
}

} // namespace

const std::vector<BugClass>& bug_classes() {
  static const std::vector<BugClass> all{
      {"key collision", vary_collisions},       {"stop", vary_stops},
      {"best move lost", vary_first_iteration}, {"single reply", vary_single_reply},
      {"few root moves", vary_few_moves},       {"completed depth", vary_depths},
      {"aspiration", vary_aspiration},          {"stored results", vary_stored},
      {"helpers' results", vary_helpers}};
  return all;
}

const BugClass& bug_class(std::string_view name) {
  return *std::ranges::find(bug_classes(), name, &BugClass::name);
}

std::vector<Algorithm> parallel_algorithms() {
  auto parallel = algorithms();
  std::erase_if(parallel, [](const Algorithm& algorithm) { return algorithm.is_sequential(); });
  return parallel;
}

BugCase random_bug_case(const BugClass& kind, const Algorithm& algorithm, SplitMix64& random) {
  BugCase test;
  test.tree = random_tree_parameters(random);
  test.algorithm = vary(algorithm, random);
  test.processors = draw(random, 2, 16);
  test.settings.search = draw_search(random, test.algorithm);
  test.settings.depth = draw(random, 1, 5);
  test.settings.table_depth = TableDepth::exact;
  test.settings.seed = random();
  test.tables.entries = toss(random) ? 32 : 1 << 12;
  kind.vary(test, random);
  // This search waits for processor 0, which could do nothing but serve a table of one bucket.
  if (test.algorithm.settings_if<StockfishLazySmpSettings>() != nullptr)
    test.tables.entries =
        std::max(test.tables.entries, 4 * static_cast<std::size_t>(test.processors));
  return test;
}

std::string describe(const BugCase& test) {
  return fmt::format(
      "{} {} on {} processors, tree {}, depth {}, aspiration {}, {} entries, sharing "
      "{}, stop at {} after {}, seed {}",
      test.algorithm.name(), static_cast<int>(test.settings.search), test.processors, test.tree,
      test.settings.depth, test.settings.aspiration, test.tables.entries,
      static_cast<int>(test.tables.sharing), test.stop_at, test.stop_after, test.settings.seed);
}

} // namespace eldest::test
