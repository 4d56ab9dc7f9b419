#pragma once

#include "algorithms/abdada/settings.hpp"
#include "algorithms/search/algorithm.hpp"
#include "algorithms/search/minimax.hpp"
#include "algorithms/sequential/settings.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/machines/simulated/load_platform.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/random_settings.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/errors.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eldest::test {

inline constexpr NodeCosts costs{10, 30, 70, 20};

/// A search of a synthetic tree on a tiny machine.
struct Case {
  std::string tree;
  TinyMachine machine;
  Algorithm algorithm = AbdadaSettings{};
  SearchSettings settings{Search::negascout, 3, TableDepth::exact, false, costs};
  int processors = 1;
  TableSettings tables{.entries = 1 << 12};
  double jitter = 0;
  std::uint64_t seed = 1;
  std::vector<Failure> failures;
  Model model = Model::flow;
  std::string trace;                     ///< path of the file to write; empty: none
  std::optional<double> time_limit = {}; ///< in seconds
  MessageFaults message_faults = {};
  double iteration_cost = 0; ///< in seconds

  /// Returns the algorithm's own settings, which must have type `S`.
  template <AlgorithmSettings S> [[nodiscard]] S& own() { return *algorithm.settings_if<S>(); }
  template <AlgorithmSettings S> [[nodiscard]] const S& own() const {
    return *algorithm.settings_if<S>();
  }
};

[[nodiscard]] inline Problem synthetic_problem(const std::string& parameters) {
  return open_problems({"synthetic:" + parameters, "startpos"}).front();
}

[[nodiscard]] inline Simulation simulation_of(const Case& test) {
  Simulation simulation;
  simulation.platform = read_platform_text({"machine", to_xml(test.machine)}, "machine");
  simulation.processors = test.processors;
  simulation.algorithm = test.algorithm;
  simulation.settings = test.settings;
  simulation.settings.seed = test.seed;
  simulation.machine = {test.tables, test.jitter, test.seed, test.failures, test.model};
  simulation.machine.time_limit = test.time_limit;
  simulation.machine.message_faults = test.message_faults;
  simulation.machine.iteration_cost = test.iteration_cost;
  simulation.trace = test.trace;
  return simulation;
}

/// Simulates a search in this process, which can do so only once.
[[nodiscard]] inline SearchResult run(const Case& test, const Problem& problem) {
  return simulate(simulation_of(test), problem);
}

[[nodiscard]] inline SearchResult run_isolated(const Case& test, const Problem& problem) {
  return simulate_isolated(simulation_of(test), problem);
}

[[nodiscard]] inline SearchResult run_isolated(const Case& test) {
  return run_isolated(test, synthetic_problem(test.tree));
}

/// Returns the algorithm's own counters of a result.
template <CounterSet C> [[nodiscard]] C counters_of(const SearchResult& result) {
  C counters;
  for (const auto& description : C::descriptions)
    counters.*description.counter = result.own_counters.at(std::string(description.name));
  return counters;
}

/// Returns the text of the error in a result, or an empty text.
[[nodiscard]] inline std::string error_of(const TaskResult& result) {
  if (result.bad_input)
    return result.bad_input->what();
  return result.failure ? result.failure->what() : "";
}

[[nodiscard]] inline std::string describe(const Case& test) {
  const auto& [lost, doubled, late, late_by] = test.message_faults;
  return fmt::format(
      "{} {} {} depth {} processors {} entries {} sharing {} jitter {} seed {} "
      "model {} lose {} double {} delay {}:{} failures {} time-out {} order {}{}{} on\n{}",
      test.algorithm.name(), sequential_algorithm(test.settings.search).name(), test.tree,
      test.settings.depth, test.processors, test.tables.entries,
      static_cast<int>(test.tables.sharing), test.jitter, test.seed, test.model.name, lost, doubled,
      late, late_by, text_of(test.failures), test.settings.table_timeout,
      test.settings.move_order.table ? "table, " : "",
      test.settings.move_order.static_order ? "static, noise " : "noise ",
      test.settings.move_order.noise, to_xml(test.machine));
}

/// Draws a tree, a machine of 1 to 33 processors, any kind of table, jitter or none, and either
/// model.
[[nodiscard]] inline Case random_case(SplitMix64& random, const Algorithm& algorithm) {
  Case test;
  test.algorithm = algorithm;
  test.tree = random_tree_parameters(random);
  test.processors = draw(random, 0, 7) == 0 ? draw(random, 17, 33) : draw(random, 1, 16);
  test.machine = random_machine(random, test.processors);
  test.settings.search = draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
  test.settings.depth = draw(random, 1, 5);
  test.tables.entries = draw(random, 0, 2) == 0 ? 32 : 1 << 12;
  const int sharing = draw(random, 0, 5);
  if (sharing < 2)
    test.tables.sharing = sharing == 0 ? TableSharing::local : TableSharing::none;
  if (draw(random, 0, 1) == 0)
    test.jitter = draw(random, 0, 1) == 0 ? 20e-6 : 10e-3;
  test.seed = random();
  if (test.seed / 512 % 4 == 0 && supports_mtdf(algorithm))
    test.settings.search = Search::mtdf;
  test.settings.table_store = test.seed % 2 == 0 ? TableStore::latest : TableStore::better;
  test.settings.move_generation = static_cast<MoveGeneration>(test.seed / 2 % 3);
  test.settings.move_order.table = test.seed / 8 % 4 != 0;
  test.settings.move_order.static_order = test.seed / 32 % 4 != 0;
  test.settings.move_order.noise = test.seed / 128 % 3 == 0 ? 5 : 0;
  test.model = draw(random, 0, 1) == 0 ? Model::flow : Model::loggp;
  return test;
}

/// Simulates in child processes, two at a time. Returns the results in the order of the tasks.
[[nodiscard]] inline std::vector<TaskResult> simulate_all(const std::vector<Task>& tasks) {
  load_simgrid();
  return run_in_child_processes(tasks, 2, [](std::size_t) {});
}

/// A function that changes a random case.
using Vary = std::function<void(Case&, SplitMix64&)>;

/// Draws `cases(count)` cases of an algorithm by a seed, and changes each with `vary`.
[[nodiscard]] inline std::vector<Case> random_cases(const Algorithm& algorithm, std::uint64_t seed,
                                                    int count, const Vary& vary) {
  SplitMix64 random(seed);
  std::vector<Case> drawn;
  for (int i = 0; i < cases(count); ++i) {
    drawn.push_back(random_case(random, algorithm));
    vary(drawn.back(), random);
  }
  return drawn;
}

/// A case and its search, or an empty result if the search has failed.
struct SearchedCase {
  Case test;
  SearchResult result;
};

/// Throws RunError unless each move of a search's principal variation is a best one, by minimax.
/// The search must be exact. Returns true if the line goes on to the last ply, or to the end of the
/// game.
inline bool check_principal_variation(const synthetic::Position& root, const SearchResult& result) {
  synthetic::Position position = root;
  Score value = result.value;
  int depth = result.iterations.back().depth;
  for (const auto& text : result.principal_variation) {
    MoveList<synthetic::Move> moves;
    position.generate_moves(moves);
    const auto move = std::ranges::find_if(
        moves, [&](const auto& one) { return synthetic::Position::text(one) == text; });
    if (move == moves.end())
      throw RunError("the principal variation has a move that there is not");
    position = position.after(*move);
    value = -value;
    depth += position.extension() - 1;
    if (minimax(position, depth) != value)
      throw RunError(fmt::format("the principal variation has a wrong move, {}", text));
  }
  MoveList<synthetic::Move> moves;
  position.generate_moves(moves);
  return depth <= 0 || moves.empty();
}

/// Simulates random cases; see random_cases. Checks that every iteration of each finds the minimax
/// value, and that the moves of the principal variation are best ones.
inline std::vector<SearchedCase> check_random_cases(
    const Algorithm& algorithm, std::uint64_t seed, int count,
    const Vary& vary = [](Case&, SplitMix64&) {}) {
  std::vector<SearchedCase> searched;
  for (auto& test : random_cases(algorithm, seed, count, vary))
    searched.push_back({std::move(test), {}});
  std::vector<Task> tasks;
  for (const auto& [test, result] : searched)
    tasks.emplace_back([&test = test]() -> Json {
      const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
      const synthetic::Position root(tree);
      auto found = run(test, synthetic_problem(test.tree));
      for (const auto& iteration : found.iterations) {
        if (iteration.value != minimax(root, iteration.depth))
          throw RunError(fmt::format("wrong value at depth {}", iteration.depth));
      }
      if (found.iterations.size() != static_cast<std::size_t>(test.settings.depth))
        throw RunError("an iteration is missing");
      check_principal_variation(root, found);
      return found;
    });
  const auto results = simulate_all(tasks);
  for (std::size_t i = 0; i < searched.size(); ++i) {
    const auto error = error_of(results[i]);
    if (error.empty())
      searched[i].result = results[i].result.get<SearchResult>();
    else
      FAIL_CHECK(error << ": " << describe(searched[i].test));
  }
  SUCCEED();
  return searched;
}

/// Returns a case with enough work to share.
[[nodiscard]] inline Case shared_work(const Algorithm& algorithm, int processors) {
  Case test;
  test.algorithm = algorithm;
  test.tree = "b=10,order=0.8,noise=20,seed=5";
  test.machine.hosts = processors;
  test.processors = processors;
  test.settings.depth = 6;
  return test;
}

/// Sums over a few trees that are ordered as well as games, or worse.
struct Sums {
  Counters counters;
  NamedCounts own_counters;
  TimeAccount account;
  double time = 0;
};

[[nodiscard]] inline Sums search_trees(Case test) {
  Sums sums;
  for (const auto* const tree :
       {"b=10,order=0.8,noise=20,seed=5", "b=8,order=0.6,noise=40,seed=6",
        "b=6..12,order=0.7,noise=30,seed=7", "b=10,model=incremental,seed=8"}) {
    test.tree = tree;
    const auto result = run_isolated(test);
    sums.counters += result.counters;
    sums.own_counters += result.own_counters;
    sums.account += result.account();
    sums.time += result.time;
  }
  return sums;
}

/// Checks that two processors are faster than one, and eight faster than two, with tables of any
/// kind.
inline void check_gain_with_any_tables(const Algorithm& algorithm) {
  for (const auto sharing : {TableSharing::global, TableSharing::local, TableSharing::none}) {
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      auto test = shared_work(algorithm, 1);
      test.settings.search = search;
      test.tables.sharing = sharing;
      double time = run_isolated(test).time;
      for (const int processors : {2, 8}) {
        test.processors = test.machine.hosts = processors;
        const auto result = run_isolated(test);
        CAPTURE(static_cast<int>(sharing), static_cast<int>(search), processors);
        CHECK(1.3 * result.time < time);
        time = result.time;
      }
    }
  }
}

/// Checks that eight processors take longer with a greater latency, but find the same value.
inline void check_latency_costs_time_only(const Algorithm& algorithm) {
  std::vector<double> times;
  const auto alone = run_isolated(shared_work(algorithm, 1));
  for (const auto* const latency : {"0us", "1ms", "10ms"}) {
    auto test = shared_work(algorithm, 8);
    test.machine.latency = latency;
    const auto result = run_isolated(test);
    CHECK(result.value == alone.value);
    times.push_back(result.time);
  }
  CHECK(times[0] < times[1]);
  CHECK(times[1] < times[2]);
}

/// Checks that a parallel algorithm on one processor searches the same nodes as its sequential
/// search.
inline void check_nodes_of_sequential_search(const Algorithm& algorithm) {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = shared_work(algorithm, 1);
    test.settings.search = search;
    const auto alone = run_isolated(test);
    test.algorithm = sequential_algorithm(search);
    const auto sequential = run_isolated(test);
    CHECK(alone.nodes() == sequential.nodes());
    CHECK(alone.time == Approx(sequential.time));
    CHECK(alone.traffic.messages == 0);
  }
}

/// Checks that a search on one processor equals the sequential search in every counter, and to the
/// bit in its time. Returns the search.
inline SearchResult check_sequential_alone(Case test, Search search) {
  auto alone = run_isolated(test);
  test.algorithm = sequential_algorithm(search);
  test.settings.search = search;
  const auto sequential = run_isolated(test);
  CHECK(alone.nodes() == sequential.nodes());
  CHECK(alone.time == sequential.time);
  CHECK(alone.counters == sequential.counters);
  CHECK(alone.traffic.messages == 0);
  return alone;
}

/// Checks that the same simulation gives the same result twice, to the bit.
inline void check_repeatable(const Case& test) {
  auto once = Json(run_isolated(test));
  auto again = Json(run_isolated(test));
  for (auto* const json : {&once, &again}) {
    json->erase("wall_s");
    json->erase("peak_rss_bytes");
  }
  CHECK(once.dump() == again.dump());
}

/// Checks that every second of every processor is accounted for, and that all processors work.
/// Returns the result.
inline SearchResult check_accounts(Case test) {
  test.machine.properties = property("send-overhead", "2us");
  auto result = run_isolated(test);
  REQUIRE(result.processors.size() == static_cast<std::size_t>(test.processors));
  for (const auto& processor : result.processors) {
    CHECK(processor.account.total() == Approx(result.time).epsilon(1e-12));
    CHECK(processor.account.work > 0);
    CHECK(processor.account.communication > 0);
    CHECK(processor.account.idle >= 0);
  }
  const auto sum_of_iterations = std::accumulate(
      result.iterations.begin(), result.iterations.end(), std::uint64_t{0},
      [](std::uint64_t sum, const auto& iteration) { return sum + iteration.nodes; });
  CHECK(sum_of_iterations == result.nodes());
  return result;
}

/// Checks that two and three processors are faster than one, and find the same value.
inline void check_no_regression_at_two_or_three(const Algorithm& algorithm) {
  const auto alone = run_isolated(shared_work(algorithm, 1));
  for (const int processors : {2, 3}) {
    const auto result = run_isolated(shared_work(algorithm, processors));
    CAPTURE(processors);
    CHECK(result.value == alone.value);
    CHECK(result.time < alone.time);
  }
}

} // namespace eldest::test
