#pragma once

#include "sim/experiments/searches/game_search.hpp"
#include "sim/machines/simulated/models/models.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/machines/threads/thread_machine.hpp"
#include "tests/support/bug_classes.hpp"
#include "tests/support/minimax_checks.hpp"
#include "tests/support/platforms.hpp"
#include "trees/position.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace eldest::test {

/// Runs a case on a thread machine, and checks what it reports and stores. Returns the first
/// mistake, or an empty text.
template <Position P>
[[nodiscard]] std::string run_on_threads(ThreadMachine& machine, const BugCase& test, const P& root,
                                         const Compared& compared) {
  const auto seed = test.settings.seed;
  const auto stopper = static_cast<int>(seed % static_cast<unsigned>(test.processors));
  machine.processor(stopper).on_iteration([&](const IterationResult& result) {
    if (result.depth != test.stop_at)
      return;
    std::this_thread::sleep_for(std::chrono::microseconds(seed / 64 % 200));
    machine.give_up();
  });
  std::vector<SearchOutcome> outcomes(static_cast<std::size_t>(test.processors));
  machine.run([&](ThreadProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] =
        game_search(test.algorithm, test.settings, root, processor);
  });
  auto wrong = wrong_outcomes(root, outcomes, test.settings.depth, test.stop_at > 0, compared);
  return wrong.empty()
             ? wrong_tables(machine.tables(), test.tables, test.processors, root, compared)
             : wrong;
}

/// Runs a case on threads and, if the case says so, once more with the tables of the first search.
template <Position P>
[[nodiscard]] std::string run_on_threads(const BugCase& test, const P& root,
                                         const Compared& compared) {
  const auto tables = test.algorithm.tables(test.tables);
  ThreadMachine machine(test.processors, tables, {});
  auto wrong = run_on_threads(machine, test, root, compared);
  if (!wrong.empty() || !test.again)
    return wrong;
  auto next = test;
  next.stop_at = 0;
  ThreadMachine again(test.processors, tables, {});
  again.tables() = std::move(machine.tables());
  wrong = run_on_threads(again, next, root, compared);
  return wrong.empty() ? "" : "with the tables of an earlier search, " + wrong;
}

/// Simulates a case on a random machine. `search(processor)` runs one processor's part. Returns the
/// result of `check(machine, outcomes)`, the first mistake or an empty text. SimGrid allows one
/// such call in a process.
template <class Search, class Check>
[[nodiscard]] std::string simulate_case(const BugCase& test, const Search& search,
                                        const Check& check) {
  SplitMix64 random(test.settings.seed);
  const TemporaryFile platform(to_xml(random_machine(random, test.processors)));
  MachineSettings settings;
  settings.tables = test.algorithm.tables(test.tables);
  settings.jitter = draw(random, 0, 1) == 0 ? 0 : 20e-6;
  settings.seed = test.settings.seed;
  settings.model = draw(random, 0, 1) == 0 ? Model::flow : Model::loggp;
  if (test.stop_after > 0)
    settings.time_limit = test.stop_after;
  SimulatedMachine machine(read_platform_file(platform.path()), test.processors, settings);
  std::vector<SearchOutcome> outcomes(static_cast<std::size_t>(test.processors));
  machine.run([&](SimulatedProcessor& processor) {
    outcomes[static_cast<std::size_t>(processor.rank())] = search(processor);
  });
  return check(machine, outcomes);
}

/// Simulates a case like the function above, and checks what it reports and stores.
template <Position P, class Search>
[[nodiscard]] std::string simulate_case(const BugCase& test, const P& root,
                                        const Compared& compared, const Search& search) {
  return simulate_case(
      test, search, [&](SimulatedMachine& machine, const std::vector<SearchOutcome>& outcomes) {
        auto wrong =
            wrong_outcomes(root, outcomes, test.settings.depth, machine.has_stopped(), compared);
        return wrong.empty()
                   ? wrong_tables(machine.tables(), test.tables, test.processors, root, compared)
                   : wrong;
      });
}

} // namespace eldest::test
