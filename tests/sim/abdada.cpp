#include "algorithms/minimax.hpp"
#include "sim/child_process.hpp"
#include "sim/make_problem.hpp"
#include "sim/simulation.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/chess/epd.hpp"
#include "trees/chess/root.hpp"
#include "trees/synthetic/position.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace eldest;

namespace {

constexpr NodeCosts costs{10, 30, 70, 20};

/// A search of a synthetic tree on a tiny machine.
struct Case {
  std::string tree;
  test::TinyMachine machine;
  Algorithm algorithm = Algorithm::abdada;
  Search search = Search::negascout;
  int depth = 3;
  int processors = 1;
  std::size_t entries = 1 << 12;
};

Simulation simulation_of(const Case& test) {
  Simulation simulation;
  simulation.processors = test.processors;
  simulation.algorithm = test.algorithm;
  simulation.settings = {test.search, test.depth, TableDepth::exact, false, costs};
  simulation.table_entries = test.entries;
  return simulation;
}

Problem synthetic_problem(const std::string& parameters) {
  auto tree = std::make_shared<const synthetic::Tree>(synthetic::parse_parameters(parameters));
  const synthetic::Position root(*tree);
  return make_problem("", parameters, costs, root, std::move(tree));
}

/// To be called in a process of its own.
SimulationResult run(const Case& test, const Problem& problem) {
  const test::TemporaryFile file(to_xml(test.machine));
  auto simulation = simulation_of(test);
  simulation.platform = read_platform_file(file.path());
  return simulate(simulation, problem);
}

SimulationResult run_isolated(const Case& test, const Problem& problem) {
  return run_in_child_process([&]() -> Json { return run(test, problem); }).get<SimulationResult>();
}

SimulationResult run_isolated(const Case& test) {
  return run_isolated(test, synthetic_problem(test.tree));
}

std::string describe(const Case& test) {
  return fmt::format("{} depth {} processors {} entries {} {} on\n{}", test.tree, test.depth,
                     test.processors, test.entries,
                     test.search == Search::alphabeta ? "alphabeta" : "negascout",
                     to_xml(test.machine));
}

Case random_case(SplitMix64& random) {
  Case test;
  test.tree = test::random_tree_parameters(random);
  test.processors = test::draw(random, 1, 16);
  test.machine = test::random_machine(random, test.processors);
  test.search = test::draw(random, 0, 1) == 0 ? Search::alphabeta : Search::negascout;
  test.depth = test::draw(random, 1, 5);
  test.entries = test::draw(random, 0, 2) == 0 ? 32 : 1 << 12;
  return test;
}

/// A tree and a machine on which there is something to share.
Case shared_work(int processors) {
  Case test;
  test.tree = "b=10,order=0.8,noise=20,seed=5";
  test.machine.hosts = processors;
  test.processors = processors;
  test.depth = 6;
  return test;
}

} // namespace

TEST_CASE("ABDADA finds the minimax value of random trees on random machines") {
  SplitMix64 random(20);
  std::vector<Case> cases;
  std::vector<Task> tasks;
  for (int i = 0; i < 2000; ++i)
    cases.push_back(random_case(random));
  for (const auto& test : cases)
    tasks.emplace_back([&test]() -> Json {
      const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
      const synthetic::Position root(tree);
      const auto result = run(test, synthetic_problem(test.tree));
      for (const auto& iteration : result.iterations) {
        if (iteration.value != minimax(root, iteration.depth))
          return false;
      }
      return result.iterations.size() == static_cast<std::size_t>(test.depth);
    });
  const auto results = run_in_child_processes(tasks, 2, [](std::size_t) {});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (results[i].error || !results[i].result.get<bool>())
      FAIL_CHECK(results[i].error.value_or("wrong value") << ": " << describe(cases[i]));
  }
  SUCCEED();
}

TEST_CASE("ABDADA finds the minimax value of chess positions") {
  const auto records = chess::load_epd(ELDEST_SOURCE_DIR "/trees/chess/bratko-kopec.epd");
  for (const auto& record : records) {
    const auto root = std::make_shared<const chess::Root>(record.fen);
    const auto problem = make_problem(record.id, record.fen, costs, root->position(), root);
    Case test;
    test.processors = test.machine.hosts = 5;
    test.depth = 3;
    for (const auto search : {Search::alphabeta, Search::negascout}) {
      test.search = search;
      CAPTURE(record.id, static_cast<int>(search));
      CHECK(run_isolated(test, problem).value == minimax(root->position(), test.depth));
    }
  }
}

TEST_CASE("ABDADA on one processor searches the nodes of the sequential search") {
  for (const auto search : {Search::alphabeta, Search::negascout}) {
    auto test = shared_work(1);
    test.search = search;
    const auto abdada = run_isolated(test);
    test.algorithm = search == Search::alphabeta ? Algorithm::alphabeta : Algorithm::negascout;
    const auto sequential = run_isolated(test);
    CHECK(abdada.nodes() == sequential.nodes());
    CHECK(abdada.time == Approx(sequential.time));
    CHECK(abdada.counters.deferred == 0);
    CHECK(abdada.traffic.messages == 0);
  }
}

TEST_CASE("ABDADA gains from processors, and loses the gain to latency, never the value") {
  const auto alone = run_isolated(shared_work(1));
  std::vector<double> times;
  for (const auto* const latency : {"0us", "100us", "10ms"}) {
    auto test = shared_work(8);
    test.machine.latency = latency;
    const auto result = run_isolated(test);
    CHECK(result.value == alone.value);
    CHECK(result.counters.deferred > 0);
    times.push_back(result.time);
  }
  CHECK(alone.time / times[0] > 2);
  CHECK(times[0] < times[1]);
  CHECK(times[1] < times[2]);
}

TEST_CASE("every second of an ABDADA search is work, communication or idle") {
  auto test = shared_work(6);
  test.machine.properties = test::property("send-overhead", "2us");
  const auto result = run_isolated(test);
  REQUIRE(result.processors.size() == 6);
  for (const auto& processor : result.processors) {
    CHECK(processor.account.total() == Approx(result.time).epsilon(1e-12));
    CHECK(processor.account.work > 0);
    CHECK(processor.account.communication > 0);
    CHECK(processor.account.idle >= 0);
  }
}

TEST_CASE("no busy-wait storm at shallow depth: deferring costs no more than searching") {
  // Leaves of a few moves and many processors: nearly everything is being searched by somebody.
  auto test = shared_work(16);
  test.tree = "b=3,order=0.5,noise=40,seed=7";
  test.depth = 3;
  const auto crowd = run_isolated(test);
  test.processors = 1;
  const auto alone = run_isolated(test);
  CHECK(crowd.value == alone.value);
  CHECK(crowd.time < 3 * alone.time);
}

TEST_CASE("a table too small for the search's own path loses no count and no value") {
  auto test = shared_work(16);
  test.entries = 4; // one bucket: every entry is busy nearly always
  const auto crowd = run_isolated(test);
  test.entries = 1 << 16;
  CHECK(crowd.value == run_isolated(test).value);
  // simulate() itself refuses to end with processors counted in the table.
}

TEST_CASE("the same simulation twice gives the same result to the bit") {
  const auto test = shared_work(7);
  auto once = Json(run_isolated(test));
  auto again = Json(run_isolated(test));
  for (auto* const json : {&once, &again}) {
    json->erase("wall_s");
    json->erase("peak_rss_bytes");
  }
  CHECK(once.dump() == again.dump());
}
