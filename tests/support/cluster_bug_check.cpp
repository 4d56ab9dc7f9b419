#include "tests/support/cluster_bug_check.hpp"

#include "sim/experiments/searches/game_search.hpp"
#include "sim/machines/cluster/cluster_machine.hpp"
#include "tests/support/bug_classes.hpp"
#include "tests/support/minimax_checks.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace eldest::test {
namespace {

/// Returns a case for the processes of a network. A search that will be stopped is so deep that it
/// does not end before.
BugCase cluster_case(const BugClass& kind, const Algorithm& algorithm, int processors,
                     SplitMix64& random) {
  auto test = random_bug_case(kind, algorithm, random);
  test.processors = std::min(test.processors, processors);
  if (test.stop_at > 0) {
    test.tree = fmt::format("b=3..6,seed={},noise=40,order=0.5", draw(random, 1, 1'000'000));
    test.settings.depth = max_depth;
  }
  return test;
}

/// Searches a case, and stops the search after its time if one is given.
std::vector<SearchOutcome> search_case(ClusterNetwork& network, ClusterMachine& machine,
                                       const ClusterLayout& layout, const BugCase& test,
                                       const synthetic::Position& root) {
  const auto stopper = test.settings.seed % static_cast<unsigned>(network.ranks());
  std::jthread clock;
  if (test.stop_at > 0 && std::cmp_equal(network.rank(), stopper))
    clock = std::jthread([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(test.stop_after / 10));
      machine.stop(StopReason::time);
    });
  std::vector<SearchOutcome> outcomes(machine.runs().size());
  machine.run([&](ClusterProcessor& processor) {
    outcomes[static_cast<std::size_t>(layout.thread_of(processor.rank()))] =
        game_search(test.algorithm, test.settings, root, processor);
  });
  return outcomes;
}

/// Compares what this process knows with plain minimax. Returns the first mistake, or an empty
/// text.
std::string wrong_here(ClusterMachine& machine, const BugCase& test,
                       const synthetic::Position& root,
                       const std::vector<SearchOutcome>& outcomes) {
  const Compared compared{.depth = 4, .plies = 2};
  if (machine.error())
    return "an exception";
  const bool may_be_short = true; // another process may have the iterations
  auto wrong = wrong_outcomes(root, outcomes, test.settings.depth, may_be_short, compared);
  const int threads = static_cast<int>(outcomes.size());
  return wrong.empty() && threads > 0
             ? wrong_tables(machine.tables(), test.tables, threads, root, compared)
             : wrong;
}

/// Returns the mistake of this or another process, or that the search has not reached its depth.
std::string wrong_anywhere(ClusterNetwork& network, const std::string& own, const BugCase& test,
                           const std::vector<SearchOutcome>& outcomes) {
  std::size_t most = 0;
  for (const auto& outcome : outcomes)
    most = std::max(most, outcome.iterations.size());
  std::size_t known = 0;
  for (const auto& text : network.gather(std::to_string(most)))
    known = std::max(known, static_cast<std::size_t>(std::stoull(text)));
  const bool missing = test.stop_at == 0 && std::cmp_less(known, test.settings.depth);
  for (const auto& text : network.gather(own)) {
    if (!text.empty())
      return text;
  }
  return missing ? fmt::format("{} iterations", known) : "";
}

/// Draws a way to access tables that they allow.
RemoteAccess allowed_access(const TableSettings& tables, SplitMix64& random) {
  const bool one_sided = draw(random, 0, 3) == 0 && !tables.record_searchers;
  return one_sided ? RemoteAccess::one_sided : RemoteAccess::messages;
}

std::string check_case(ClusterNetwork& network, const ClusterLayout& layout, const BugCase& test,
                       RemoteAccess access) {
  const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
  const synthetic::Position root(tree);
  const auto tables = test.algorithm.tables(test.tables);
  const auto window = window_for(network, layout, tables, access);
  if (window)
    window->open();
  ClusterMachine machine(network, layout, tables, window.get());
  const auto outcomes = search_case(network, machine, layout, test, root);
  return wrong_anywhere(network, wrong_here(machine, test, root, outcomes), test, outcomes);
}

} // namespace

std::string check_bug_classes(ClusterNetwork& network, std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  for (int i = 0; i < count; ++i) {
    for (const auto& kind : bug_classes()) {
      for (const auto& algorithm : parallel_algorithms()) {
        const int threads = draw(random, 1, 2);
        const auto test = cluster_case(kind, algorithm, threads * network.ranks(), random);
        const auto access = allowed_access(test.algorithm.tables(test.tables), random);
        const auto wrong = check_case(network, {test.processors, threads}, test, access);
        if (!wrong.empty())
          return fmt::format("{}: {}: {}", kind.name, wrong, describe(test));
      }
    }
  }
  return "";
}

} // namespace eldest::test
