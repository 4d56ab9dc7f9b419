#include "tests/sim/experiments/parallel_bugs/bug_counts.hpp"
#include "tests/sim/experiments/parallel_bugs/runs.hpp"
#include "tests/support/catch.hpp"
#include "trees/synthetic/parameters.hpp"

#include <fmt/format.h>

#include <string>

namespace eldest::test {
namespace {

std::string run_case(const BugCase& test) {
  const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
  return run_on_threads(test, synthetic::Position(tree), {});
}

} // namespace

BugCounts run_class_on_threads(const BugClass& kind, int each) {
  SplitMix64 random(kind.name.size());
  BugCounts counts;
  for (int i = 0; i < each; ++i) {
    for (const auto& algorithm : parallel_algorithms()) {
      const auto test = random_bug_case(kind, algorithm, random);
      counts.add(run_case(test), test);
    }
  }
  return counts;
}

} // namespace eldest::test

using namespace eldest;

TEST_CASE("on threads, no algorithm has a bug of any class") {
  for (const auto& kind : test::bug_classes()) {
    const auto counts = test::run_class_on_threads(kind, 2);
    CAPTURE(kind.name);
    CHECK_THAT(counts.first, Catch::Equals(""));
    CHECK(counts.searches > 0);
  }
}

TEST_CASE("by hand: each class of bugs on threads", "[.][by-hand]") {
  for (const auto& kind : test::bug_classes()) {
    const auto counts = test::run_class_on_threads(kind, 30);
    test::print(fmt::format("{}, threads", kind.name), counts);
    CHECK(counts.differences == 0);
  }
}
