#pragma once

#include "algorithms/search/worker.hpp"
#include "sim/machines/simulated/simulated_processor.hpp"
#include "tests/support/bug_classes.hpp"
#include "trees/synthetic/position.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace eldest::test {

/// Searches that have been compared, and those that differ.
struct BugCounts {
  int searches = 0;
  int differences = 0;
  std::string first; ///< the first difference, and its search

  void add(const std::string& wrong, const BugCase& test) {
    ++searches;
    differences += wrong.empty() ? 0 : 1;
    if (first.empty() && !wrong.empty())
      first = wrong + ": " + describe(test);
  }
};

/// Runs one processor's part of a search.
using SearchPart =
    std::function<SearchOutcome(const BugCase&, const synthetic::Position&, SimulatedProcessor&)>;

/// The search of the product.
[[nodiscard]] SearchOutcome search_as_it_is(const BugCase& test, const synthetic::Position& root,
                                            SimulatedProcessor& processor);

/// Simulates `each` searches of a class by every parallel algorithm, on random machines. Stops
/// after the first difference if `first_only` is true.
[[nodiscard]] BugCounts simulate_class(const BugClass& kind, int each,
                                       const SearchPart& search = search_as_it_is,
                                       bool first_only = false);

/// Makes `each` searches of a class by every parallel algorithm, on threads.
[[nodiscard]] BugCounts run_class_on_threads(const BugClass& kind, int each);

/// Calls `check` in a child process, which may simulate. Returns its result, or the error of the
/// child.
[[nodiscard]] std::string in_child(const std::function<std::string()>& check);

/// Prints the counts as a row of docs/reference/parallel-bugs.md, and the first difference.
void print(std::string_view what, const BugCounts& counts);

} // namespace eldest::test
