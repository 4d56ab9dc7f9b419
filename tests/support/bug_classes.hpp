#pragma once

#include "algorithms/abdada/settings.hpp"
#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "trees/base/random.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace eldest::test {

/// A search of a synthetic tree in which a bug of parallel searches can show.
struct BugCase {
  std::string tree;
  Algorithm algorithm = AbdadaSettings{};
  SearchSettings settings;
  TableSettings tables;
  int processors = 1;
  /// On real machines, depth of the iteration after which the search is stopped; 0 if it is not
  /// stopped.
  int stop_at = 0;
  /// On simulated machines, seconds after which the search is stopped; 0 if it is not stopped.
  double stop_after = 0;
  bool again = false; ///< after the search, another one uses the tables that it leaves
};

/// A class of bugs that parallel searches have had in public: see docs/reference/parallel-bugs.md.
struct BugClass {
  std::string_view name;
  /// Changes a random search into one in which a bug of this class can show.
  void (*vary)(BugCase& test, SplitMix64& random);
};

/// Returns the classes of bugs that can show in synthetic trees.
[[nodiscard]] const std::vector<BugClass>& bug_classes();

/// Returns the class called `name`, which must exist.
[[nodiscard]] const BugClass& bug_class(std::string_view name);

/// Returns this project's algorithms except the sequential ones.
[[nodiscard]] std::vector<Algorithm> parallel_algorithms();

/// Draws a search of a class by an algorithm, with the algorithm's own settings drawn, too.
[[nodiscard]] BugCase random_bug_case(const BugClass& kind, const Algorithm& algorithm,
                                      SplitMix64& random);

[[nodiscard]] std::string describe(const BugCase& test);

} // namespace eldest::test
