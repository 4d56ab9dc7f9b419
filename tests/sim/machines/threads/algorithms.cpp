// Every algorithm on real threads, without the program around it, so that it can be built quickly
// with ThreadSanitizer.
#include "algorithms/minimax.hpp"
#include "sim/experiments/make_problem.hpp"
#include "sim/machines/threads/thread_machine.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/synthetic/position.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

using namespace eldest;

namespace {

/// One search by several threads.
struct ThreadCase {
  std::string tree;
  Algorithm algorithm = Algorithm::abdada;
  SearchSettings settings;
  TableSettings tables;
  std::optional<double> time_limit{};
  int processors = 1;
};

ThreadCase random_case(SplitMix64& random, Algorithm algorithm) {
  ThreadCase test;
  test.tree = test::random_tree_parameters(random);
  test.algorithm = algorithm;
  test.processors = is_sequential(algorithm) ? 1 : test::draw(random, 1, 16);
  auto& settings = test.settings;
  settings.search = test::draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
  settings.depth = test::draw(random, 1, 5);
  settings.table_depth = TableDepth::exact;
  settings.seed = random();
  settings.abdada.revisit_deferred_only = test::draw(random, 0, 1) == 0;
  settings.abdada.push_depth = test::draw(random, 0, 3);
  settings.abdada.parent_check_depth = test::draw(random, 0, 3);
  settings.abdada.cutoff_check_depth = test::draw(random, 0, 3);
  settings.simplified_abdada.defer_depth = test::draw(random, 1, 3);
  settings.simplified_abdada.cutoff_check_depth = test::draw(random, 0, 3);
  settings.shared_table.stagger = test::draw(random, 0, 1) == 0;
  settings.ybwc.star = test::draw(random, 0, 1) == 0;
  settings.ybwc.min_split_depth = test::draw(random, 1, 3);
  settings.aphid.horizon = test::draw(random, 0, 2);
  test.tables.entries = test::draw(random, 0, 2) == 0 ? 32 : 1 << 12;
  test.tables.searching_sets = test::draw(random, 0, 2) == 0 ? 2 : 1 << 8;
  test.tables.record_searchers = settings.abdada.push_depth > 0;
  const int sharing = test::draw(random, 0, 5);
  if (sharing < 2)
    test.tables.sharing = sharing == 0 ? TableSharing::local : TableSharing::none;
  return test;
}

/// The iterations of the processor that knows most of them; nobody is left in the table.
std::vector<IterationResult> run(const ThreadCase& test, const synthetic::Position& root) {
  ThreadMachine machine(test.processors, test.tables, {});
  const StopWatcher watcher(test.time_limit, [&](StopReason reason) { machine.stop(reason); });
  std::vector<SearchOutcome> outcomes(static_cast<std::size_t>(test.processors));
  machine.run([&](ThreadProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] =
        search(root, test.algorithm, test.settings, processor);
  });
  CHECK(machine.tables().processors_searching() == 0);
  return std::max_element(outcomes.begin(), outcomes.end(),
                          [](const auto& one, const auto& other) {
                            return one.iterations.size() < other.iterations.size();
                          })
      ->iterations;
}

constexpr Algorithm all_algorithms[] = {Algorithm::alphabeta,    Algorithm::negascout,
                                        Algorithm::abdada,       Algorithm::simplified_abdada,
                                        Algorithm::ybwc,         Algorithm::aphid,
                                        Algorithm::shared_table, Algorithm::pv_split};

} // namespace

TEST_CASE("On up to 16 threads, every algorithm finds the minimax value of random trees") {
  const auto algorithm = GENERATE(from_range(std::begin(all_algorithms), std::end(all_algorithms)));
  SplitMix64 random(static_cast<std::uint64_t>(algorithm) + 1);
  for (int i = 0; i < 200; ++i) {
    const auto test = random_case(random, algorithm);
    CAPTURE(static_cast<int>(algorithm), test.tree, test.processors, test.settings.depth, i);
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(tree);
    const auto iterations = run(test, root);
    REQUIRE(iterations.size() == static_cast<std::size_t>(test.settings.depth));
    for (const auto& iteration : iterations)
      REQUIRE(iteration.value == minimax(root, iteration.depth));
  }
}

TEST_CASE("A search that is stopped has its complete iterations and leaves nothing in the table") {
  const auto algorithm = GENERATE(from_range(std::begin(all_algorithms), std::end(all_algorithms)));
  for (const int push_depth : {0, 1}) {
    ThreadCase test;
    test.tree = "b=10,order=0.8,noise=20,seed=5";
    test.algorithm = algorithm;
    test.processors = is_sequential(algorithm) ? 1 : 5;
    test.settings.depth = max_depth;
    test.settings.table_depth = TableDepth::exact;
    test.settings.abdada.push_depth = push_depth;
    test.tables.record_searchers = push_depth > 0;
    test.time_limit = 0.1;
    CAPTURE(static_cast<int>(algorithm), push_depth);
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
