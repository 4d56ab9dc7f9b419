// The machines of platforms/ measured as the real ones were. Sources of the figures are in the
// platform files.
#include "tests/support/platforms.hpp"
#include "algorithms/table_handlers.hpp"
#include "sim/child_process.hpp"
#include "sim/experiment.hpp"
#include "sim/simulated_machine.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;

namespace {

constexpr double us = 1e-6;
constexpr double ns = 1e-9;
constexpr double megabyte = 1e6;
constexpr std::size_t table_entries = 4096;

PlatformFile platform(const std::string& name) {
  return read_platform_file(ELDEST_SOURCE_DIR "/platforms/" + name);
}

struct TestedMachine {
  std::string file;
  int processors;
};
const TestedMachine cm5{"cm5-32.xml", 32};
const TestedMachine t3d{"t3d-128.xml", 128};

/// Makes a measurement on the whole machine, in a process of its own. A test that measures runs
/// once in each model of the machine.
Json measure(const TestedMachine& tested,
             const std::function<Json(SimulatedMachine&)>& measurement) {
  MachineSettings settings;
  settings.tables.entries = table_entries;
  settings.model = GENERATE(Model::flow, Model::loggp);
  UNSCOPED_INFO("model " << static_cast<int>(settings.model));
  return run_in_child_process([&] {
    SimulatedMachine machine(platform(tested.file), tested.processors, settings);
    return measurement(machine);
  });
}

/// Runs a program on every processor; what each one's part returns.
std::vector<double> run(const TestedMachine& tested,
                        const std::function<double(SimulatedProcessor&)>& program) {
  return measure(tested,
                 [&](SimulatedMachine& machine) -> Json {
                   std::vector<double> results(static_cast<std::size_t>(tested.processors));
                   machine.run([&](SimulatedProcessor& processor) {
                     results[static_cast<std::size_t>(processor.rank())] = program(processor);
                   });
                   return results;
                 })
      .get<std::vector<double>>();
}

/// Seconds of a processor's access to the table at a home.
double access(SimulatedProcessor& processor, int home) {
  static const TranspositionTable table(table_entries);
  Key key = 1;
  while (table.home(key, processor.processors()) != home)
    key += 0x9e3779b97f4a7c15U;
  const double start = processor.now();
  Probe probe{key, 1, TableDepth::exact, {0, 10}};
  processor.ask(key, probe);
  processor.await_answer();
  return processor.now() - start;
}

/// Seconds that each other home's access takes processor 0, one after another.
std::vector<double> accesses(const TestedMachine& tested) {
  return measure(tested,
                 [&](SimulatedMachine& machine) -> Json {
                   std::vector<double> seconds;
                   machine.run([&](SimulatedProcessor& processor) {
                     for (int home = 1; processor.rank() == 0 && home < tested.processors; ++home)
                       seconds.push_back(access(processor, home));
                   });
                   return seconds;
                 })
      .get<std::vector<double>>();
}

/// Seconds that a read of 8 bytes by hardware takes processor 0, from each of the targets.
std::vector<double> hardware_reads(const TestedMachine& tested, const std::vector<int>& targets) {
  return measure(tested,
                 [&](SimulatedMachine& machine) -> Json {
                   const auto& costs = machine.parameters();
                   const double calls = 2 * (costs.send_overhead + costs.receive_overhead);
                   std::vector<double> seconds;
                   machine.run([&](SimulatedProcessor& processor) {
                     if (processor.rank() == 0) {
                       for (const int target : targets) {
                         const double start = processor.now();
                         processor.send(target, {0, 8, {}});
                         (void)processor.wait();
                         seconds.push_back(processor.now() - start - calls + costs.service_time);
                       }
                     } else if (std::find(targets.begin(), targets.end(), processor.rank()) !=
                                targets.end()) {
                       (void)processor.wait();
                       processor.send(0, {processor.rank(), 8, {}});
                     }
                   });
                   return seconds;
                 })
      .get<std::vector<double>>();
}

/// Seconds until every processor that is sent something has it; all send at once. By receiver.
std::vector<double> exchange(const TestedMachine& tested, std::size_t bytes,
                             const std::vector<std::pair<int, int>>& pairs) {
  return run(tested, [&](SimulatedProcessor& processor) {
    const auto is = [&](int rank) { return processor.rank() == rank; };
    for (const auto& [from, to] : pairs) {
      if (is(from))
        processor.send(to, {from, bytes, {}});
    }
    for (const auto& [from, to] : pairs) {
      if (is(to))
        (void)processor.wait();
    }
    return processor.now();
  });
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Positions a second of Frenchess's sequential search to depth 6, in two of the Bratko-Kopec
/// positions that together are as fast as the average of all 24 (README.md of platforms/).
double frenchess_speed(const PlatformFile& platform_file) {
  Experiment experiment;
  experiment.simulation.platform = platform_file;
  experiment.simulation.algorithm = Algorithm::negascout;
  experiment.simulation.settings.depth = 6;
  experiment.simulation.machine.tables.entries = std::size_t{1} << 20;
  experiment.processors = {1};
  ProblemChoice choice;
  choice.tree = "chess";
  std::vector<Problem> problems;
  for (const auto* const id : {"BK.02", "BK.03"}) {
    choice.position = fmt::format("{}/trees/chess/bratko-kopec.epd:{}", ELDEST_SOURCE_DIR, id);
    problems.push_back(open_problems(choice).front());
  }
  const auto runs = run_experiment(experiment, problems, [](std::size_t, std::size_t) {});
  const auto sum = summarize(runs).front().sum;
  return static_cast<double>(sum.nodes()) / sum.time;
}

} // namespace

TEST_CASE("CM-5: an active message takes the LogP paper's cycles") {
  // 132 cycles at both ends, 8 a hop, 40 for 160 bits by 4; a cycle is 25 ns.
  const auto by_paper = [](int hops) { return (132 + 8 * hops + 40) * 25 * ns; };
  const auto one_way = [](int to) {
    return exchange(cm5, 16, {{0, to}})[static_cast<std::size_t>(to)];
  };
  CHECK(one_way(1) == Approx(by_paper(2)).epsilon(0.01));
  CHECK(one_way(15) == Approx(by_paper(4)).epsilon(0.01));
  CHECK(one_way(31) == Approx(by_paper(6)).epsilon(0.01));
}

TEST_CASE("CM-5: a table access takes an active message's round trip of 12 us") {
  const auto seconds = accesses(cm5);
  CHECK(*std::min_element(seconds.begin(), seconds.end()) == Approx(12 * us).epsilon(0.15));
  CHECK(*std::max_element(seconds.begin(), seconds.end()) == Approx(12 * us).epsilon(0.15));
  CHECK(seconds.back() - seconds.front() == Approx(8 * 200 * ns).epsilon(0.01)); // 4 hops each way
}

TEST_CASE("CM-5: a stream of active messages carries 8 to 10 MB/s") {
  constexpr int messages = 1000;
  const auto times = run(cm5, [](SimulatedProcessor& processor) {
    for (int i = 0; i < messages && processor.rank() == 0; ++i)
      processor.send(31, {0, 16, {}});
    for (int i = 0; i < messages && processor.rank() == 31; ++i)
      (void)processor.wait();
    return processor.now();
  });
  const double rate = messages * 16 / times[31] / megabyte;
  CHECK(rate > 8.06); // CMMD's
  CHECK(rate < 10);   // active messages'
}

TEST_CASE("CM-5: the fat tree gives every node 20, 10 or 5 MB/s by distance") {
  constexpr std::size_t packets = 10'000;
  const auto rate = [](int distance) {
    std::vector<std::pair<int, int>> pairs;
    for (int from = 0; from < 32; ++from)
      pairs.emplace_back(from, from ^ distance);
    const auto times = exchange(cm5, packets * 16, pairs);
    const double overhead = packets * (1.6 * us + 1.7 * us);
    return packets * 20 / (*std::max_element(times.begin(), times.end()) - overhead) / megabyte;
  };
  CHECK(rate(1) == Approx(20).epsilon(0.01));
  CHECK(rate(4) == Approx(10).epsilon(0.01));
  CHECK(rate(16) == Approx(5).epsilon(0.01));
}

TEST_CASE("CM-5: a home that all others ask at once serves them one after another") {
  const auto times = run(cm5, [](SimulatedProcessor& processor) {
    return processor.rank() == 0 ? 0 : access(processor, 0);
  });
  const auto [first, last] = std::minmax_element(times.begin() + 1, times.end());
  CHECK(*last - *first == Approx(30 * (1.7 + 1 + 1.6) * us).epsilon(0.02));
}

TEST_CASE("T3D: a remote read takes 91 cycles next door, and 2 to 3 more a hop and direction") {
  constexpr double cycle = 6.67 * ns;
  const auto node = [](int x, int y, int z) { return 2 * (x + 4 * y + 16 * z); };
  const auto by_hops = hardware_reads(t3d, {1, node(1, 0, 0), node(1, 1, 0), node(1, 1, 3),
                                            node(2, 1, 3), node(2, 2, 3), node(2, 2, 2)});
  CHECK(by_hops[1] == Approx(91 * cycle).epsilon(0.02));
  for (std::size_t hops = 1; hops < by_hops.size(); ++hops) {
    const double there_and_back = by_hops[hops] - by_hops[hops - 1];
    CHECK(there_and_back > 2 * 2 * cycle);
    CHECK(there_and_back < 2 * 3 * cycle);
  }
}

TEST_CASE("T3D: a locked table access takes 3.5 to 5 us") {
  const auto seconds = accesses(t3d);
  CHECK(mean(seconds) > 3.5 * us);
  CHECK(mean(seconds) < 5 * us);
  const auto [nearest, farthest] = std::minmax_element(seconds.begin(), seconds.end());
  // Two round trips over 0 to 6 hops.
  CHECK(*farthest - *nearest == Approx(4 * 6 * 16.7 * ns).epsilon(0.01));
}

TEST_CASE("T3D: a long message runs at 120 to 140 MB/s, which the two PEs of a node share") {
  constexpr double bytes = 1e6;
  const auto rates = [](const std::vector<std::pair<int, int>>& pairs) {
    std::vector<double> of_pairs;
    const auto times = exchange(t3d, static_cast<std::size_t>(bytes), pairs);
    for (const auto& pair : pairs)
      of_pairs.push_back(bytes / times[static_cast<std::size_t>(pair.second)] / megabyte);
    return of_pairs;
  };
  const auto alone = rates({{0, 40}}).front();
  CHECK(alone > 120);
  CHECK(alone < 140);
  // The model loggp has them use the link one after the other.
  const auto shared = rates({{0, 40}, {1, 41}});
  CHECK(*std::min_element(shared.begin(), shared.end()) == Approx(alone / 2).epsilon(0.01));
  const auto apart = rates({{0, 40}, {2, 42}, {41, 1}});
  CHECK(mean(apart) == Approx(alone).epsilon(0.01));
}

TEST_CASE("T3D: a memory that all others ask at once serves them one after another") {
  const auto times = run(t3d, [](SimulatedProcessor& processor) {
    return processor.rank() == 0 ? 0 : access(processor, 0);
  });
  const double services = 2 * 127 * 205 * ns; // a lock and an access each
  const double last = *std::max_element(times.begin(), times.end());
  CHECK(last > services);
  CHECK(last < services + 10 * us);
}

TEST_CASE("Frenchess visits as many positions a second as it did on each machine") {
  // Weill 1996, section 5; a CM-5 node is a quarter of the first.
  test::TinyMachine sparcstation;
  sparcstation.hosts = 1;
  sparcstation.speed = "50Mf";
  const test::TemporaryFile file(to_xml(sparcstation));
  const double on_sparcstation = frenchess_speed(read_platform_file(file.path()));
  CHECK(on_sparcstation > 20'000);
  CHECK(on_sparcstation < 25'000);
  const double on_cm5 = frenchess_speed(platform(cm5.file));
  CHECK(on_cm5 > 5'000);
  CHECK(on_cm5 < 6'250);
  const double on_t3d = frenchess_speed(platform(t3d.file));
  CHECK(on_t3d > 7'000);
  CHECK(on_t3d < 9'000);
}
