// Null moves, late move reductions, futility pruning, aspiration and internal deepening in all
// algorithms. In these games, they must not change the value.

#include "algorithms/registry.hpp"
#include "sim/experiments/describe_problem.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/short_games.hpp"
#include "tests/support/simulated_search.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace eldest;

namespace {

Problem problem_of(const test::ShortSearch& search) {
  const auto tree =
      std::make_shared<const synthetic::Tree>(synthetic::parse_parameters(search.tree));
  const auto root = search.root(*tree);
  auto problem = describe_problem("", search.tree, test::costs, root, tree);
  problem.search = [root, tree](const Algorithm& algorithm, const SearchSettings& settings,
                                AnyProcessor& processor) {
    return test::search_short_game(algorithm, settings, root, processor);
  };
  return problem;
}

/// A random search on a random machine.
struct RandomCase {
  test::Case test;
  test::ShortSearch search;
};

RandomCase random_case(SplitMix64& random, const Algorithm& algorithm) {
  RandomCase drawn{test::random_case(random, algorithm), {}};
  auto& test = drawn.test;
  drawn.search = test::random_short_search(random, test.settings);
  test.tree = drawn.search.tree;
  test.settings = drawn.search.settings;
  if (algorithm.is_sequential())
    test.processors = 1;
  return drawn;
}

/// Returns counts of pruning and the like if a search has found the exact values, or else a text on
/// its mistake.
Json run_case(const RandomCase& drawn) {
  const auto& [test, search] = drawn;
  const synthetic::Tree tree(synthetic::parse_parameters(search.tree));
  const Score value = search.root(tree).true_value();
  const auto result = test::run(test, problem_of(search));
  if (result.iterations.size() != static_cast<std::size_t>(test.settings.depth))
    return "an iteration is missing";
  for (const auto& iteration : result.iterations) {
    if (search.exact_at(iteration.depth) && iteration.value != value)
      return fmt::format("{} instead of {} at depth {}", iteration.value, value, iteration.depth);
  }
  const auto& counters = result.counters;
  return Json::array({counters.null_moves - counters.null_move_cutoffs, counters.null_move_cutoffs,
                      counters.reductions, counters.reduction_researches, counters.root_researches,
                      counters.internal_deepenings, counters.futility_cutoffs});
}

} // namespace

TEST_CASE("whatever they prune, reduce and deepen, all algorithms find the value of short games on "
          "random machines") {
  const auto algorithm = GENERATE(from_range(algorithms()));
  SplitMix64 random(96);
  std::vector<RandomCase> cases;
  std::vector<Task> tasks;
  for (int i = 0; i < test::cases(36); ++i)
    cases.push_back(random_case(random, algorithm));
  for (const auto& drawn : cases)
    tasks.emplace_back([&drawn] { return run_case(drawn); });
  const auto results = test::simulate_all(tasks);
  std::vector<std::uint64_t> sums(7);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto error = test::error_of(results[i]);
    if (!error.empty() || results[i].result.is_string()) {
      FAIL_CHECK((error.empty() ? results[i].result.get<std::string>() : error)
                 << ": " << test::describe(cases[i].test));
      continue;
    }
    for (std::size_t count = 0; count < sums.size(); ++count)
      sums[count] += results[i].result[count].get<std::uint64_t>();
  }
  CAPTURE(algorithm.name(), sums);
  CHECK(std::all_of(sums.begin(), sums.end(), [](std::uint64_t sum) { return sum > 10; }));
}

TEST_CASE("with all options of the sequential search, every algorithm searches its nodes on one "
          "processor") {
  const auto problem =
      problem_of({"b=8,order=0.7,spread=40,noise=40,seed=11", 2 * max_depth, SearchSettings{}});
  for (const auto& algorithm : algorithms()) {
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      test::Case test;
      test.algorithm = algorithm;
      test.settings.search = search;
      test.settings.depth = 7;
      test.settings.null_move_reduction = 2;
      test.settings.null_move_growth = 4;
      test.settings.full_depth_moves = 2;
      test.settings.reduction = Reduction::logarithmic;
      test.settings.futility_margin = 20;
      test.settings.aspiration = 5;
      test.settings.internal_deepening = 3;
      test.tables.sharing = TableSharing::none; // so that moves are forgotten, too
      const auto alone = test::run_isolated(test, problem);
      const bool scouts = algorithm.name() == "jamboree";
      test.algorithm = algorithm.is_sequential() ? algorithm
                       : scouts                  ? Algorithm(NegaScoutSettings{})
                                                 : sequential_algorithm(algorithm.search(search));
      const auto sequential = test::run_isolated(test, problem);
      CAPTURE(algorithm.name(), static_cast<int>(search));
      CHECK(alone.value == sequential.value);
      CHECK(alone.nodes() == sequential.nodes());
      CHECK(alone.counters.null_moves == sequential.counters.null_moves);
      CHECK(alone.counters.reductions == sequential.counters.reductions);
      CHECK(alone.counters.internal_deepenings == sequential.counters.internal_deepenings);
      CHECK(alone.counters.futility_cutoffs == sequential.counters.futility_cutoffs);
      CHECK(alone.counters.futility_cutoffs > 0);
      CHECK(alone.counters.root_researches == sequential.counters.root_researches);
    }
  }
}
