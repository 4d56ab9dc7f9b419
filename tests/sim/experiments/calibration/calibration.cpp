#include "sim/experiments/calibration/calibration.hpp"

#include "algorithms/registry.hpp"
#include "sim/experiments/calibration/calibrating_processor.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/local_cores.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"

using namespace eldest;

namespace {

constexpr double ns = 1e-9;

Measured exactly(double seconds) { return {seconds, seconds, seconds}; }

Calibration made_up(int cores) {
  Calibration calibration;
  calibration.processor = "Made up -- 3000";
  calibration.date = "2026-11-21";
  calibration.nodes.push_back(
      {"chess",
       {exactly(100 * ns), exactly(200 * ns), exactly(300 * ns), {}, exactly(7 * ns)},
       exactly(80 * ns),
       exactly(8 * ns),
       exactly(250 * ns),
       {{"ybwc", exactly(1.0254)}, {"simplified-abdada", exactly(0.99)}}});
  calibration.nodes.push_back({"othello",
                               {exactly(50 * ns), exactly(20 * ns), exactly(90 * ns), {}, {}},
                               exactly(100 * ns),
                               exactly(12 * ns),
                               exactly(150 * ns)});
  auto& machine = calibration.machine;
  machine.cores = cores;
  machine.look = exactly(1.5 * ns);
  machine.time_stamp = exactly(15 * ns);
  machine.unlocked_access = exactly(60 * ns);
  machine.locked_access = exactly(70 * ns);
  machine.prefetched_access = exactly(24 * ns);
  machine.shared_access = exactly(29 * ns);
  machine.contended_access = exactly(50 * ns);
  machine.message = exactly(530 * ns);
  machine.busy_slowdown = exactly(1.25);
  machine.rates = {{1, exactly(1e9), exactly(10e9), {}}, {cores, exactly(4e9), exactly(20e9), {}}};
  return calibration;
}

} // namespace

TEST_CASE("a calibrated platform is a platform with the figures measured") {
  const test::TemporaryFile file(calibrated_platform(made_up(4)));
  const auto platform = read_platform_file(file.path());
  const auto facts = inspect_platform(platform, 4);
  CHECK(facts.name == "local");
  CHECK(facts.hosts == 1);
  CHECK(facts.cores == 4);
  CHECK(facts.node_costs_of("chess") == NodeCosts{100, 200, 300, 0, 7});
  CHECK(facts.node_costs_of("othello:x=1") == NodeCosts{50, 20, 90, 0});
  CHECK_FALSE(facts.node_costs_of("checkers"));
  const NodeCosts costs{100, 20, 0, 0, 4};
  CHECK(facts.costs_in("ybwc", "chess", costs) == costs * 1.025);
  CHECK(facts.costs_in("simplified-abdada", "chess:x=1", costs) == costs * 0.99);
  CHECK(facts.costs_in("abdada", "chess", costs) == costs);
  CHECK(facts.costs_in("ybwc", "othello", costs) == costs);
  const auto measured = run_in_child_process([&]() -> Json {
    const SimulatedMachine machine(platform, 4, {.tables = {.entries = 1}});
    const auto& parameters = machine.parameters();
    return {
        parameters.local_access,  parameters.service_time, parameters.message_overhead,
        parameters.busy_slowdown, parameters.lock_time,    parameters.write == WriteMode::awaited,
        parameters.poll_time,     parameters.clock_time,   parameters.memory_banks};
  });
  CHECK(measured[0].get<double>() == Approx(90 * ns));
  CHECK(measured[4].get<double>() == Approx((10 + 5) * ns)); // a lock, and sharing the table
  CHECK(measured[5] == true);
  CHECK(measured[6].get<double>() == Approx(1.5 * ns));
  CHECK(measured[7].get<double>() == Approx(15 * ns));
  CHECK(measured[1].get<double>() == Approx(50 * ns));
  CHECK(measured[3] == 1.25);
  CHECK(measured[2].get<double>() == Approx(530 / 2.0 * ns));
  CHECK(measured[8] == 4096);
}

TEST_CASE("a computer with one core can be calibrated, too") {
  const test::TemporaryFile file(calibrated_platform(made_up(1)));
  CHECK(inspect_platform(read_platform_file(file.path()), 1).hosts == 1);
}

TEST_CASE("a platform can be loaded although its nodes took no time that could be measured") {
  auto calibration = made_up(1);
  for (auto& nodes : calibration.nodes)
    nodes.costs.front() = {};
  const test::TemporaryFile file(calibrated_platform(calibration));
  CHECK(inspect_platform(read_platform_file(file.path()), 1).hosts == 1);
}

TEST_CASE("a calibration whose figures are not sure is marked, and so are simulations on it") {
  const auto doubt_of = [](const Calibration& calibration) {
    const test::TemporaryFile file(calibrated_platform(calibration));
    return inspect_platform(read_platform_file(file.path()), 2).doubt;
  };
  auto calibration = made_up(4);
  CHECK(doubts_about(calibration).empty());
  CHECK(doubt_of(calibration).empty());

  calibration.load = 0.5;
  CHECK(doubt_of(calibration) == "the load was 0.50 a core before the measurement, should be 0.2 "
                                 "at most");
  calibration.load = 0.2;
  calibration.machine.send = {20 * ns, 10 * ns, 20 * ns}; // twice as long is not doubted
  CHECK(doubt_of(calibration).empty());
  calibration.machine.send.max = 21 * ns;
  calibration.machine.transfer = exactly(1100 * ns);
  CHECK(doubt_of(calibration) == "to send a message took 10 to 21 ns; a word took 1.10 us from "
                                 "core to core, should be 1 us at most");
  calibration.nodes.front().slowdowns.back().factor = {1, 0.5, 1.01};
  CHECK(doubts_about(calibration).front() ==
        "the slowdown of simplified-abdada in chess was 0.50 to 1.01");
  calibration.nodes.front().node.max = 1000 * ns;
  CHECK(doubts_about(calibration).front() == "a node of chess took 250 to 1000 ns");
}

TEST_CASE("a calibration of a cluster whose figures are not sure is marked, too") {
  ClusterCalibration calibration;
  calibration.processes = 2;
  calibration.nodes = made_up(4).nodes;
  calibration.network.send = calibration.network.receive = exactly(200 * ns);
  calibration.network.round_trip = exactly(3000 * ns);
  calibration.network.byte = exactly(0.1 * ns);
  calibration.network.look = exactly(30 * ns);
  const auto doubt = [&] {
    const test::TemporaryFile file(calibrated_cluster(calibration));
    return inspect_platform(read_platform_file(file.path()), 2).doubt;
  };
  CHECK(doubts_about(calibration).empty());
  CHECK(doubt().empty());
  CHECK_THAT(calibrated_cluster(calibration),
             Catch::Contains(R"(<prop id="eldest:poll-time" value="30.0ns"/>)"));

  calibration.load = 0.5;
  calibration.network.gap = {1, 0, 3}; // determines no number of the file
  CHECK(doubt() == "the load was 0.50 a core before the measurement, should be 0.2 at most");
  calibration.load = 0;
  calibration.network.round_trip.max = 7000 * ns;
  CHECK(doubt() == "a message and one back took 3000 to 7000 ns");
}

TEST_CASE("latencies between cores are a lower triangle, and doubted if they differ") {
  MeasuredCores measured{{0, 1, 5},
                         {{}, {exactly(20 * ns)}, {exactly(100.26 * ns), exactly(90 * ns)}}};
  CHECK(core_matrix(measured) == ",,\n20.00,,\n100.26,90.00,\n");
  CHECK(doubts_about(measured).empty());
  measured.latencies[2][0].max = 201 * ns;
  CHECK(doubts_about(measured) ==
        std::vector<std::string>{"of 3 latencies between cores, 1 differ by more than a factor of "
                                 "2 from one measurement to another"});
}

TEST_CASE("the nearest and the farthest cores are those of the least and the greatest latency") {
  const MeasuredCores measured{{0, 1, 5},
                               {{}, {exactly(40 * ns)}, {exactly(100 * ns), exactly(20 * ns)}}};
  const auto [nearest, farthest] = nearest_and_farthest(measured);
  CHECK(nearest == CorePair(2, 1));
  CHECK(farthest == CorePair(2, 0));
}

TEST_CASE("a platform says how long messages take between near and far cores") {
  auto calibration = made_up(4);
  calibration.cores = MeasuredCores{{0, 1, 5},
                                    {{}, {exactly(40 * ns)}, {exactly(100 * ns), exactly(20 * ns)}},
                                    {{{2, 1}, exactly(300 * ns)}, {{2, 0}, exactly(900 * ns)}}};
  CHECK_THAT(calibrated_platform(calibration), Catch::Contains("cores 1 and 5: 300.0 ns") &&
                                                   Catch::Contains("cores 0 and 5: 900.0 ns"));
}

TEST_CASE("a word takes some time between any two cores") {
  if (local_cores().size() < 2)
    return;
  const auto measured = measure_cores(2);
  CHECK(measured.cores == local_cores());
  REQUIRE(measured.latencies.size() == measured.cores.size());
  for (std::size_t row = 0; row < measured.cores.size(); ++row) {
    REQUIRE(measured.latencies[row].size() == row);
    for (const auto& latency : measured.latencies[row])
      CHECK((0 < latency.min && latency.min <= latency.median && latency.median <= latency.max));
  }
  const auto pairs = measured.cores.size() > 2 ? 2U : 1U;
  REQUIRE(measured.messages.size() == pairs);
  for (const auto& [pair, message] : measured.messages) {
    CHECK(measured.latency(pair).median > 0);
    CHECK((0 < message.min && message.min <= message.median && message.median <= message.max));
  }
  CHECK(measured.cores == local_cores()); // this thread has not been pinned
  const Json json = measured;
  CHECK(Json(json.get<MeasuredCores>()) == json);
}

TEST_CASE("of several measurements the median counts") {
  const auto measured = summarize_measurements({3, 1, 2});
  CHECK(measured.median == 2);
  CHECK(measured.min == 1);
  CHECK(measured.max == 3);
}

TEST_CASE("every kind of a node's work takes ticks, captures only where there are some") {
  for (const auto& tree : trees()) {
    CAPTURE(tree.name);
    const auto problem = open_problems({tree.name, tree.calibration_positions.front()}).front();
    SearchSettings settings;
    settings.depth = 3;
    settings.quiescence = problem.has_quiescence;
    settings.costs = CalibratingProcessor::codes;
    Tables tables({}, 1);
    CalibratingProcessor processor(tables, false);
    const auto result = problem.search(NegaScoutSettings{}, settings, processor);
    CHECK(result.counters.nodes() > 0);
    for (std::size_t kind = 0; kind < node_work_kinds; ++kind) {
      CAPTURE(kind);
      const bool occurs =
          kind != static_cast<std::size_t>(NodeWork::captures) || problem.has_quiescence;
      CHECK((processor.count(kind) > 0) == occurs);
      CHECK((processor.ticks(kind) > 0) == occurs);
    }
    CHECK(processor.accesses() > 0);
    CHECK(processor.access_ticks() > 0);
    CHECK(processor.looks() > 0);
  }
}

// On a busy computer, a time stamp can take longer than a short piece of work. The time of that
// kind of work is then 0.
TEST_CASE("every game's nodes take some time, and no captures where there are none") {
  for (const auto& tree : trees()) {
    const auto nodes = measure_nodes(tree, 0.001, 1);
    CAPTURE(nodes.tree);
    CHECK(nodes.node.median > 0);
    double sum = nodes.access.median;
    for (const auto& cost : nodes.costs) {
      CHECK(cost.median >= 0);
      sum += cost.median;
    }
    CHECK(sum > 0);
    if (nodes.tree == "synthetic")
      CHECK(nodes.costs.at(static_cast<std::size_t>(NodeWork::captures)).median == 0);
    const Json json = nodes;
    CHECK(Json(json.get<MeasuredNodes>()) == json);
  }
}

TEST_CASE("the slowdowns of the algorithms that are asked for are measured") {
  const auto nodes =
      measure_nodes(trees().front(), 0.001, 3, {find_algorithm("ybwc"), find_algorithm("abdada")});
  REQUIRE(nodes.slowdowns.size() == 2);
  CHECK(nodes.slowdowns.front().algorithm == "ybwc");
  CHECK(nodes.slowdowns.back().algorithm == "abdada");
  for (const auto& [algorithm, factor] : nodes.slowdowns)
    CHECK((0 < factor.min && factor.min <= factor.median && factor.median <= factor.max));
  const Json json = nodes;
  CHECK(Json(json.get<MeasuredNodes>()) == json);
}

TEST_CASE("tables and messages take some time") {
  const auto machine = measure_machine(1);
  CHECK(machine.look.median > 0);
  CHECK(machine.cores >= 1);
  CHECK(machine.time_stamp.median > 0);
  CHECK(machine.locked_access.median > 0);
  const Json json = machine;
  CHECK(Json(json.get<MeasuredMachine>()) == json);
  REQUIRE_FALSE(machine.rates.empty());
  CHECK(machine.rates.front().threads == 1);
  CHECK(machine.rates.back().threads == machine.cores);
  for (const auto& rates : machine.rates) {
    CHECK(rates.steps.median > 1e7);
    CHECK(rates.bandwidth.median > 1e8);
    CHECK(rates.nodes.back().median > 1e3);
  }
  if (machine.cores > 1) {
    CHECK(machine.contended_access.median > 0);
    CHECK(machine.message.median > machine.transfer.median / 10);
  }
}
