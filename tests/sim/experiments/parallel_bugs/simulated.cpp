#include "sim/machines/simulated/load_platform.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/json.hpp"
#include "tests/sim/experiments/parallel_bugs/bug_counts.hpp"
#include "tests/sim/experiments/parallel_bugs/runs.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"
#include "trees/synthetic/parameters.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace eldest::test {
namespace {

/// Draws one search of a class by each parallel algorithm.
std::vector<BugCase> one_of_each(const BugClass& kind, SplitMix64& random) {
  std::vector<BugCase> cases;
  for (const auto& algorithm : parallel_algorithms()) {
    cases.push_back(random_bug_case(kind, algorithm, random));
    cases.back().settings.costs = costs;
  }
  return cases;
}

} // namespace

SearchOutcome search_as_it_is(const BugCase& test, const synthetic::Position& root,
                              SimulatedProcessor& processor) {
  return game_search(test.algorithm, test.settings, root, processor);
}

BugCounts simulate_class(const BugClass& kind, int each, const SearchPart& search,
                         bool first_only) {
  SplitMix64 random(kind.name.size());
  BugCounts counts;
  for (int i = 0; i < each && !(first_only && counts.differences > 0); ++i) {
    const auto cases = one_of_each(kind, random);
    std::vector<Task> tasks;
    for (const auto& test : cases)
      tasks.emplace_back([&]() -> Json {
        const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
        const synthetic::Position root(tree);
        return simulate_case(test, root, {}, [&](SimulatedProcessor& processor) {
          return search(test, root, processor);
        });
      });
    const auto results = test::simulate_all(tasks);
    for (std::size_t at = 0; at < cases.size(); ++at) {
      const auto error = error_of(results[at]);
      counts.add(error.empty() ? results[at].result.get<std::string>() : error, cases[at]);
      if (first_only && counts.differences > 0)
        break;
    }
  }
  return counts;
}

std::string in_child(const std::function<std::string()>& check) {
  load_simgrid();
  const auto results =
      run_in_child_processes({[&]() -> Json { return check(); }}, 1, [](std::size_t) {});
  const auto error = error_of(results.front());
  return error.empty() ? results.front().result.get<std::string>() : error;
}

void print(std::string_view what, const BugCounts& counts) {
  fmt::print("| {} | {} | {} |\n{}", what, counts.searches, counts.differences,
             counts.first.empty() ? "" : counts.first + "\n");
}

} // namespace eldest::test

using namespace eldest;

TEST_CASE("on simulated machines, no algorithm has a bug of any class") {
  for (const auto& kind : test::bug_classes()) {
    const auto counts = test::simulate_class(kind, 2);
    CAPTURE(kind.name);
    CHECK_THAT(counts.first, Catch::Equals(""));
    CHECK(counts.searches > 0);
  }
}

TEST_CASE("by hand: each class of bugs on simulated machines", "[.][by-hand]") {
  for (const auto& kind : test::bug_classes()) {
    const auto counts = test::simulate_class(kind, 60);
    test::print(fmt::format("{}, simulated", kind.name), counts);
    CHECK(counts.differences == 0);
  }
}
