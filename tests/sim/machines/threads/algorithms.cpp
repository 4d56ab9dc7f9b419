// Tests of every algorithm on real threads. The rest of eldest is left out, so that the test can be
// built quickly with ThreadSanitizer.
#include "algorithms/registry.hpp"
#include "algorithms/search/minimax.hpp"
#include "sim/experiments/searches/game_search.hpp"
#include "sim/machines/threads/thread_machine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_settings.hpp"
#include "tests/support/random_trees.hpp"
#include "tests/support/short_games.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// A search by several threads.
struct ThreadCase {
  std::string tree;
  Algorithm algorithm = AbdadaSettings{};
  SearchSettings settings;
  TableSettings tables;
  std::optional<double> time_limit{};
  int processors = 1;
};

ThreadCase random_case(SplitMix64& random, const Algorithm& algorithm) {
  ThreadCase test;
  test.tree = test::random_tree_parameters(random);
  test.algorithm = test::vary(algorithm, random);
  test.processors = algorithm.is_sequential() ? 1 : test::draw(random, 1, 16);
  auto& settings = test.settings;
  settings.search = test::draw_search(random, algorithm);
  settings.depth = test::draw(random, 1, 5);
  settings.table_depth = TableDepth::exact;
  settings.seed = random();
  test.tables.entries = test::draw(random, 0, 2) == 0 ? 32 : 1 << 12;
  const int sharing = test::draw(random, 0, 5);
  if (sharing < 2)
    test.tables.sharing = sharing == 0 ? TableSharing::local : TableSharing::none;
  return test;
}

/// Runs one processor's part of a search.
template <Position P>
SearchOutcome search_by(const ThreadCase& test, const P& root, AnyProcessor& processor) {
  if constexpr (std::same_as<P, synthetic::Position>)
    return game_search(test.algorithm, test.settings, root, processor);
  else
    return test::search_short_game(test.algorithm, test.settings, root, processor);
}

/// Runs a search. Returns the iterations of the processor that knows most of them. Checks that each
/// of these has been reported during the search, and that the table counts no processor as
/// searching.
template <Position P> std::vector<IterationResult> run(const ThreadCase& test, const P& root) {
  ThreadMachine machine(test.processors, test.algorithm.tables(test.tables), {});
  const StopWatcher watcher(test.time_limit, [&](StopReason reason) { machine.stop(reason); });
  std::mutex mutex;
  std::set<int> shown;
  for (int rank = 0; rank < test.processors; ++rank)
    machine.processor(rank).on_iteration([&](const IterationResult& result) {
      const std::lock_guard lock(mutex);
      shown.insert(result.depth);
    });
  std::vector<SearchOutcome> outcomes(static_cast<std::size_t>(test.processors));
  machine.run([&](ThreadProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] = search_by(test, root, processor);
  });
  CHECK(machine.tables().processors_searching() == 0);
  auto iterations =
      std::max_element(outcomes.begin(), outcomes.end(), [](const auto& one, const auto& other) {
        return one.iterations.size() < other.iterations.size();
      })->iterations;
  CHECK(std::all_of(iterations.begin(), iterations.end(),
                    [&](const IterationResult& result) { return shown.count(result.depth) == 1; }));
  return iterations;
}

} // namespace

TEST_CASE("on up to 16 threads, every algorithm finds the minimax value of random trees") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  SplitMix64 random(algorithm.name().size());
  for (int i = 0; i < test::cases(50); ++i) {
    const auto test = random_case(random, algorithm);
    CAPTURE(algorithm.name(), test.tree, test.processors, test.settings.depth, i);
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(tree);
    const auto iterations = run(test, root);
    REQUIRE(iterations.size() == static_cast<std::size_t>(test.settings.depth));
    for (const auto& iteration : iterations)
      REQUIRE(iteration.value == minimax(root, iteration.depth));
  }
}

TEST_CASE("on threads, searches with late move reductions end, and leave no mark in the table") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  SplitMix64 random(95);
  for (int i = 0; i < test::cases(15); ++i) {
    auto test = random_case(random, algorithm);
    test.settings.depth = test::draw(random, 4, 6);
    test.settings.full_depth_moves = test::draw(random, 1, 3);
    CAPTURE(algorithm.name(), test.tree, test.processors, test.settings.depth, i);
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const auto iterations = run(test, synthetic::Position(tree));
    CHECK(iterations.size() == static_cast<std::size_t>(test.settings.depth));
  }
}

TEST_CASE("on threads, all algorithms find the value of short games, whatever they prune, reduce "
          "and deepen") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  SplitMix64 random(97);
  for (int i = 0; i < test::cases(15); ++i) {
    auto test = random_case(random, algorithm);
    const auto search = test::random_short_search(random, test.settings);
    test.settings = search.settings;
    CAPTURE(algorithm.name(), search.tree, search.moves, test.processors, i);
    const synthetic::Tree tree(synthetic::parse_parameters(search.tree));
    const auto root = search.root(tree);
    const auto iterations = run(test, root);
    REQUIRE(iterations.size() == static_cast<std::size_t>(test.settings.depth));
    for (const auto& iteration : iterations) {
      if (search.exact_at(iteration.depth))
        REQUIRE(iteration.value == root.true_value());
    }
  }
}

TEST_CASE("a search that is stopped has its complete iterations, and leaves no mark in the table") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  for (const int push_depth : {0, 1}) {
    ThreadCase test;
    test.tree = "b=10,order=0.8,noise=20,seed=5";
    test.algorithm = algorithm;
    test.processors = algorithm.is_sequential() ? 1 : 5;
    test.settings.depth = max_depth;
    test.settings.table_depth = TableDepth::exact;
    if (auto* const abdada = test.algorithm.settings_if<AbdadaSettings>())
      abdada->push_depth = push_depth;
    test.time_limit = 0.1;
    CAPTURE(algorithm.name(), push_depth);
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(tree);
    const auto iterations = run(test, root);
    CHECK(!iterations.empty());
    CHECK(iterations.size() < max_depth);
    for (const auto& iteration : iterations) {
      if (iteration.depth <= 4)
        CHECK(iteration.value == minimax(root, iteration.depth));
    }
  }
}
