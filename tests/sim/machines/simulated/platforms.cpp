// The machines of platforms/, measured in the same way as the real ones. Sources of the figures are
// in the platform files. For a figure called derived, the whole was not measured.
#include "algorithms/search/table_handlers.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/tiny_machines.hpp"
#include "tests/support/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace eldest;
using test::ms;
using test::ns;
using test::us;

namespace {

constexpr double megabyte = 1e6;
constexpr std::size_t table_entries = 4096;

PlatformFile platform(const std::string& name) {
  return read_platform_file(ELDEST_SOURCE_DIR "/platforms/" + name + ".xml");
}

/// A machine, and the number of its processors that are used.
struct TestedMachine {
  std::string name;
  int processors;
};
const TestedMachine cm5{"cm5-32", 32};
const TestedMachine t3d{"t3d-128", 128};
const TestedMachine cs6400{"cs6400-64", 64};
const TestedMachine origin2000{"origin2000-64", 64};
const TestedMachine ethernet10{"ethernet-10-16", 16};
const TestedMachine ethernet100{"ethernet-100-32", 32};
const TestedMachine myrinet{"myrinet-32", 32};
const TestedMachine numa{"numa-64", 64};
const TestedMachine rdma{"rdma-1024", 64}; // 32 on each of two switches
const TestedMachine server{"server-128", 128};
const TestedMachine cloud100g{"cloud-100g-3072", 192}; // two nodes
const TestedMachine cloud25g{"cloud-25g-2048", 128};   // two nodes
const TestedMachine c916{"c916-16", 16};
const TestedMachine transputer{"transputer-1024", 64}; // two rows

/// Makes a measurement on a machine, in a separate process. A test that measures runs once in each
/// model of the machine.
Json measure(const TestedMachine& tested, const std::function<Json(SimulatedMachine&)>& measurement,
             Model model = test::any_model()) {
  MachineSettings settings;
  settings.tables.entries = table_entries;
  settings.model = model;
  UNSCOPED_INFO("model " << settings.model.name);
  return run_in_child_process([&] {
    SimulatedMachine machine(platform(tested.name), tested.processors, settings);
    return measurement(machine);
  });
}

/// Runs a program on every processor. Returns the value that each processor's part returns.
std::vector<double> run(SimulatedMachine& machine,
                        const std::function<double(SimulatedProcessor&)>& program) {
  std::vector<double> results(machine.processors().size());
  machine.run([&](SimulatedProcessor& processor) {
    results[static_cast<std::size_t>(processor.rank())] = program(processor);
  });
  return results;
}

std::vector<double> run(const TestedMachine& tested,
                        const std::function<double(SimulatedProcessor&)>& program) {
  return measure(tested, [&](SimulatedMachine& machine) -> Json { return run(machine, program); })
      .get<std::vector<double>>();
}

/// Returns the seconds of a processor's access to the table at a home.
double access(SimulatedProcessor& processor, int home) {
  const Key key = test::key_at(home, processor.processors(), table_entries);
  const double start = processor.now();
  Probe probe{key, 1, TableDepth::exact, {0, 10}};
  processor.ask(key, probe);
  processor.await_answer();
  return processor.now() - start;
}

/// Returns the seconds of processor 0's accesses to all other homes, one after another.
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

/// Returns the seconds of processor 0's read of `bytes` by hardware, with a request of the same
/// size. `with_call`: with the overheads of the call.
double read(const TestedMachine& tested, int target, std::size_t bytes, bool with_call) {
  return measure(tested,
                 [&](SimulatedMachine& machine) -> Json {
                   const auto times = run(machine, [&](SimulatedProcessor& processor) {
                     if (processor.rank() == 0) {
                       processor.send(target, {0, bytes, {}});
                       (void)processor.wait();
                     } else if (processor.rank() == target) {
                       (void)processor.wait();
                       processor.send(0, {target, bytes, {}});
                     }
                     return processor.now();
                   });
                   const auto& costs = machine.parameters();
                   const double call = costs.send_overhead + costs.receive_overhead;
                   return times.front() - 4 * costs.message_overhead -
                          (with_call ? call : 2 * call) + costs.service_time;
                 })
      .get<double>();
}

/// Pairs of a sender and a receiver. No processor receives more than one message.
using Pairs = std::vector<std::pair<int, int>>;

/// Sends a message of `bytes` between each pair, all at once. Returns the seconds until each has
/// been received.
std::vector<double> exchange(SimulatedMachine& machine, std::size_t bytes, const Pairs& pairs) {
  const auto times = run(machine, [&](SimulatedProcessor& processor) {
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
  std::vector<double> seconds;
  for (const auto& pair : pairs)
    seconds.push_back(times[static_cast<std::size_t>(pair.second)]);
  return seconds;
}

/// Returns the seconds of a message of 16 bytes from processor 0, one way.
double message(const TestedMachine& tested, int to) {
  return measure(tested,
                 [&](SimulatedMachine& machine) -> Json {
                   return exchange(machine, 16, {{0, to}}).front();
                 })
      .get<double>();
}

/// Returns the rate of each of several long messages in MB/s, on the wire, without overheads that
/// do not overlap with it. All messages are sent at once.
std::vector<double> rates(const TestedMachine& tested, Model model, const Pairs& pairs) {
  return measure(
             tested,
             [&](SimulatedMachine& machine) -> Json {
               constexpr std::size_t bytes = 1'000'000;
               const auto& costs = machine.parameters();
               const auto wire_bytes = static_cast<double>(costs.wire_bytes(bytes));
               const double overheads =
                   2 * costs.message_overhead + costs.send_overhead + costs.receive_overhead;
               auto values = exchange(machine, bytes, pairs);
               for (double& value : values)
                 value = wire_bytes / (value - overheads) / megabyte;
               return values;
             },
             model)
      .get<std::vector<double>>();
}

/// Pairs every processor with the one whose rank is its own combined with `distance` by exclusive
/// or.
Pairs everyone(const TestedMachine& tested, int distance) {
  Pairs pairs;
  for (int from = 0; from < tested.processors; ++from)
    pairs.emplace_back(from, from ^ distance);
  return pairs;
}

/// Pairs every processor whose rank lacks the bit `distance` with the one whose rank has it.
Pairs one_way(const TestedMachine& tested, int distance) {
  auto pairs = everyone(tested, distance);
  std::erase_if(pairs, [](const auto& pair) { return pair.first > pair.second; });
  return pairs;
}

/// Pairs each processor of the first half with its counterpart in the second.
Pairs first_half_to_second(const TestedMachine& tested) {
  auto pairs = everyone(tested, tested.processors / 2);
  pairs.resize(pairs.size() / 2);
  return pairs;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns the positions per second of Frenchess's sequential search to depth 6. It searches two of
/// the Bratko-Kopec positions, which together are as fast as the average of all 24 (README.md of
/// platforms/).
double frenchess_speed(const TestedMachine& machine) {
  const auto search = [&](const Problem& problem, const SearchCase& searched,
                          SearchProgress* /*progress*/) {
    Simulation simulation{platform(machine.name), searched.processors, searched.algorithm, {}, {}};
    simulation.settings.depth = 6;
    simulation.settings.costs = problem.costs;
    simulation.machine.tables.entries = std::size_t{1} << 20;
    return simulate(simulation, problem);
  };
  const Experiment experiment{search, NegaScoutSettings{}, {1}};
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

/// Expected times of a processor's accesses and messages to another one while nobody else does
/// anything. They are sums of figures in the platform file.
class Sums {
public:
  Sums(const SimulatedMachine& machine, int from, int to)
      : costs_(machine.parameters()),
        share_host_(machine.platform().host_of(from) == machine.platform().host_of(to)) {
    if (share_host_)
      return;
    const auto route = machine.platform().route(from, to);
    latency_ = route.latency;
    for (const auto link : route.links)
      bandwidth_ = std::min(bandwidth_, machine.platform().links()[link].bandwidth);
  }

  [[nodiscard]] double read() const {
    if (share_host_)
      return costs_.local_access + costs_.lock_time;
    return locks() + round_trip(request_bytes(Probe{}), answer_bytes(Probe{})) + unlock();
  }

  /// Returns the seconds for which a write keeps the writer from doing anything else.
  [[nodiscard]] double write() const {
    if (share_host_)
      return costs_.local_access + costs_.lock_time;
    switch (costs_.write) {
    case WriteMode::posted:
      return locks() + unlock() + put();
    case WriteMode::fetched:
      return locks() + round_trip(word_bytes, request_bytes(Store{})) + unlock() + put();
    case WriteMode::awaited:
      return locks() + round_trip(word_bytes, request_bytes(Store{})) + unlock();
    }
    return 0;
  }

  [[nodiscard]] double send(std::size_t bytes) const {
    return costs_.message_overhead + (share_host_ ? 0 : costs_.send_seconds(bytes));
  }
  [[nodiscard]] double receive(std::size_t bytes) const {
    return costs_.message_overhead + (share_host_ ? 0 : costs_.receive_seconds(bytes));
  }
  [[nodiscard]] double message(std::size_t bytes) const {
    if (share_host_)
      return send(bytes) + costs_.local_access + receive(bytes);
    const double begin = costs_.message_overhead + costs_.send_overhead;
    return received(bytes, begin, send(bytes)) + costs_.message_overhead;
  }

private:
  static constexpr std::size_t word_bytes = 8;

  /// The arrivals of the first and the last packet of a message whose first packet leaves at
  /// `first`, and its last at `last`.
  [[nodiscard]] std::pair<double, double> arrivals(std::size_t bytes, double first,
                                                   double last) const {
    const auto wire_bytes = static_cast<double>(costs_.wire_bytes(bytes));
    const auto packets = static_cast<double>(costs_.packets(bytes));
    const double first_arrival = first + latency_ + wire_bytes / packets / bandwidth_;
    const double gap = std::max(costs_.gap, costs_.adapter_gap);
    return {first_arrival,
            std::max({first + latency_ + wire_bytes / bandwidth_,
                      first_arrival + (packets - 1) * gap, first_arrival + last - first})};
  }
  /// The time when a processor that waits has received such a message.
  [[nodiscard]] double received(std::size_t bytes, double first, double last) const {
    const auto [first_arrival, last_arrival] = arrivals(bytes, first, last);
    return std::max(last_arrival + costs_.receive_overhead,
                    first_arrival + costs_.receive_seconds(bytes));
  }
  /// Returns the seconds of a round trip to a home that waits, and serves the request at once.
  [[nodiscard]] double round_trip(std::size_t there, std::size_t back) const {
    double service = costs_.service_time;
    if (costs_.service != Service::hardware)
      service += costs_.receive_seconds(there) + costs_.send_seconds(back);
    if (costs_.service == Service::interrupt)
      service += costs_.interrupt_overhead;
    const double sent = costs_.send_seconds(there);
    const double served = arrivals(there, costs_.send_overhead, sent).second + service;
    const double before_last =
        costs_.service == Service::hardware ? 0 : costs_.sending_after_first(back);
    return received(back, served - before_last, served);
  }
  [[nodiscard]] double locks() const {
    return costs_.lock_round_trips * round_trip(word_bytes, word_bytes);
  }
  [[nodiscard]] double unlock() const {
    return costs_.lock_round_trips > 0 ? costs_.send_seconds(word_bytes) : 0;
  }
  [[nodiscard]] double put() const {
    return costs_.send_seconds(request_bytes(Store{}) +
                               (costs_.lock_round_trips > 0 ? word_bytes : 0));
  }

  const MachineParameters& costs_;
  bool share_host_;
  double latency_ = 0;
  double bandwidth_ = std::numeric_limits<double>::infinity(); ///< bytes per second
};

/// LogP paper, table 1: 132 cycles at both ends, 8 per hop, and 40 for 160 bits at 4 per cycle. A
/// cycle is 25 ns.
constexpr double cm5_message(int hops) { return (132 + 8 * hops + 40) * 25 * ns; }

/// 91 cycles of 6.67 ns to a neighbour. Each further hop takes 2 to 3 more each way.
constexpr double t3d_read(int hops) { return (91 + 2 * 2.5 * (hops - 1)) * 6.67 * ns; }

/// Returns the rank of the first processor in the T3D's node at (x, y, z).
constexpr int t3d_pe(int x, int y, int z) { return 2 * (x + 4 * y + 16 * z); }

} // namespace

TEST_CASE("Every platform loads, and has the processors that its name says") {
  for (const auto& file : std::filesystem::directory_iterator(ELDEST_SOURCE_DIR "/platforms")) {
    if (file.path().extension() != ".xml")
      continue;
    const auto name = file.path().stem().string();
    CAPTURE(name);
    const int processors = std::stoi(name.substr(name.rfind('-') + 1));
    const auto cores = measure({name, processors}, [](SimulatedMachine& machine) -> Json {
      return machine.platform().cores();
    });
    CHECK(cores == processors);
  }
}

TEST_CASE("A short message takes as long one way as on the real machine") {
  struct Row {
    TestedMachine machine;
    int to;
    double seconds;
    double tolerance; ///< relative
  };
  const auto row = GENERATE(values<Row>({
      {cm5, 1, cm5_message(2), 0.01},
      {cm5, 15, cm5_message(4), 0.01},
      {cm5, 31, cm5_message(6), 0.01},
      {ethernet10, 15, 1 * ms, 0.02},    // PVM's direct route
      {ethernet100, 31, 236 * us, 0.01}, // derived: TCP's 140 us, and more overhead for PVM
      {myrinet, 31, (2.9 + 5.0 + 2.9) * us, 0.01},
      {cs6400, 63, 2 * (1.5 + 3 * 0.9) * us + 0.9 * us, 0.01}, // derived
      {t3d, t3d_pe(1, 0, 0), 21 * us / 10, 0.05}, // "an order of magnitude" less than PVM
      {origin2000, 0b000010, 20 * us, 0.02},      // PVM; derived
      {rdma, 1, 1.12 * us, 0.1},
      {rdma, 63, 1.67 * us, 0.01},
      // Between cores of another computer, by "eldest calibrate": 592 to 659 ns.
      {numa, 1, 648 * ns, 0.05},
      {numa, 33, 648 * ns, 0.1},
      {server, 1, 648 * ns, 0.05},
      {server, 65, 648 * ns, 0.1},
      {cloud100g, 96, 10.35 * us, 0.01},
      {cloud25g, 64, 34.9 * us, 0.01},
      {cloud25g, 1, 0.69 * us, 0.01}, // in a node; on another computer
      {cloud100g, 1, 0.69 * us, 0.1},
      {c916, 15, (2 * 15 * 0.1 + 0.04) * us, 0.01},                // derived
      {transputer, 1, (20 + 30 + 9.2 + 20) * us, 0.01},            // derived
      {transputer, 32 + 15, (20 + 16 * 30 + 9.2 + 20) * us, 0.01}, // the same, over 16 links
  }));
  CAPTURE(row.machine.name, row.to);
  CHECK(message(row.machine, row.to) == Approx(row.seconds).epsilon(row.tolerance));
}

TEST_CASE("every access and message takes the sum of what the platform file has for it") {
  const auto tested =
      GENERATE(values({cm5, t3d, cs6400, origin2000, ethernet10, ethernet100, myrinet, numa, rdma,
                       server, cloud100g, cloud25g, c916, transputer}));
  const bool to_the_last = GENERATE(false, true);
  const int to = to_the_last ? tested.processors - 1 : 1;
  CAPTURE(tested.name, to);
  constexpr std::size_t bytes = 16;
  const auto model = test::any_model();
  // Seconds of processor 0, of the other processor, and the expected values.
  const auto times_of = [&](const auto& expected, const auto& program) {
    return measure(
               tested,
               [&](SimulatedMachine& machine) -> Json {
                 const auto measured = run(machine, program);
                 std::vector<double> times{measured[0], measured[static_cast<std::size_t>(to)]};
                 for (const double sum : expected(Sums(machine, 0, to)))
                   times.push_back(sum);
                 return times;
               },
               model)
        .template get<std::vector<double>>();
  };

  const auto read = times_of([](const Sums& sums) { return std::array{sums.read()}; },
                             [&](SimulatedProcessor& processor) {
                               return processor.rank() == 0 ? access(processor, to) : 0;
                             });
  CHECK(read[0] == Approx(read[2]).epsilon(1e-6));

  const auto write = times_of([](const Sums& sums) { return std::array{sums.write()}; },
                              [&](SimulatedProcessor& processor) {
                                if (processor.rank() == 0) {
                                  const Key key =
                                      test::key_at(to, processor.processors(), table_entries);
                                  processor.post(key, Store{key, NodeResult({0, 10, 5}, 1)});
                                }
                                return processor.now();
                              });
  CHECK(write[0] == Approx(write[2]).epsilon(1e-6));

  const auto exchanged = [&](SimulatedProcessor& processor) {
    if (processor.rank() == 0)
      processor.send(to, {0, bytes, {}});
    if (processor.rank() == to)
      (void)processor.wait();
    return processor.now();
  };
  const auto message = times_of(
      [](const Sums& sums) {
        return std::array{sums.send(bytes), sums.message(bytes)};
      },
      exchanged);
  CHECK(message[0] == Approx(message[2]).epsilon(1e-6));
  CHECK(message[1] == Approx(message[3]).epsilon(1e-6));

  // Receiving a message that arrived long before.
  const auto received = times_of([](const Sums& sums) { return std::array{sums.receive(bytes)}; },
                                 [&](SimulatedProcessor& processor) {
                                   if (processor.rank() == 0)
                                     processor.send(to, {0, bytes, {}});
                                   if (processor.rank() != to)
                                     return 0.0;
                                   processor.work(1e9);
                                   const double start = processor.now();
                                   (void)processor.wait();
                                   return processor.now() - start;
                                 });
  CHECK(received[1] == Approx(received[2]).epsilon(1e-6));
}

TEST_CASE("A read by hardware takes as long, by distance, as on the real machine") {
  constexpr bool with_call = true;
  constexpr bool without_call = false;
  struct Row {
    TestedMachine machine;
    int target;
    std::size_t bytes;
    bool with_call;
    double seconds;
  };
  const auto row = GENERATE(values<Row>({
      {t3d, t3d_pe(1, 0, 0), 8, without_call, t3d_read(1)},
      {t3d, t3d_pe(1, 1, 0), 8, without_call, t3d_read(2)},
      {t3d, t3d_pe(1, 1, 3), 8, without_call, t3d_read(3)},
      {t3d, t3d_pe(2, 1, 3), 8, without_call, t3d_read(4)},
      {t3d, t3d_pe(2, 2, 3), 8, without_call, t3d_read(5)},
      {t3d, t3d_pe(2, 2, 2), 8, without_call, t3d_read(6)},
      // Derived: as on a SPARCserver 1000, by the clock of the bus.
      {cs6400, 1, 16, without_call, 1236.0 * 40 / 55 * ns},
      {cs6400, 63, 16, without_call, 1236.0 * 40 / 55 * ns},
      // Over one to five routers.
      {origin2000, 0b000010, 16, with_call, 497 * ns},
      {origin2000, 0b000100, 16, with_call, 601 * ns},
      {origin2000, 0b010100, 16, with_call, 703 * ns},
      {origin2000, 0b110100, 16, with_call, 805 * ns},
      {origin2000, 0b111100, 16, with_call, 908 * ns},
      {numa, 1, 16, without_call, 81.2 * ns},
      {numa, 33, 16, without_call, 130.2 * ns},
      {rdma, 1, 16, with_call, 1.90 * us},
      // Derived: a processor of the previous generation, and the additional time from core to core.
      {server, 1, 16, without_call, 110 * ns},
      {server, 64, 16, without_call, (110 + 197 - 107) * ns},
      {c916, 1, 16, without_call, 24 * 4.17 * ns}, // a scalar load
      {c916, 15, 16, without_call, 24 * 4.17 * ns},
  }));
  CAPTURE(row.machine.name, row.target);
  CHECK(read(row.machine, row.target, row.bytes, row.with_call) ==
        Approx(row.seconds).epsilon(0.01));
}

TEST_CASE("A table access takes as long as on the real machine, on average over the homes") {
  struct Row {
    TestedMachine machine;
    double least;
    double most;
  };
  const auto row = GENERATE(values<Row>({
      {cm5, 0.9 * 12 * us, 1.1 * 12 * us}, // round trip of an active message
      {t3d, 3.5 * us, 5 * us},
      {origin2000, 697 * ns, 710 * ns}, // with the own node, and without
      {myrinet, 2 * (2.9 + 5.0 + 2.9) * us, 23 * us},
  }));
  CAPTURE(row.machine.name);
  const auto seconds = mean(accesses(row.machine));
  CHECK(seconds > row.least);
  CHECK(seconds < row.most);
}

TEST_CASE("Long messages have the bandwidth of the real machine, alone and together") {
  struct Row {
    std::string what;
    TestedMachine machine;
    Pairs pairs;
    double rate; ///< of each message, MB/s
    double tolerance;
  };
  const auto row = GENERATE(values<Row>({
      {"by the gap of 16 bytes", cm5, one_way(cm5, 1), 8.06 * 20 / 16, 0.01},
      {"between groups of 4", cm5, one_way(cm5, 4), 10, 0.01},
      {"between groups of 16", cm5, one_way(cm5, 16), 5, 0.01},
      {"alone, 120 to 140 MB/s", t3d, {{0, 40}}, 130, 0.08},
      {"from both PEs of a node", t3d, {{0, 40}, {1, 41}}, 64, 0.01},
      {"from two nodes, and back", t3d, {{0, 40}, {2, 42}, {41, 1}}, 128, 0.01},
      {"on one of four buses, by the overhead", cs6400, {{0, 1}}, 44 / 0.3, 0.01},
      {"on all buses", cs6400, everyone(cs6400, 1), 4 * 440.0 / 64, 0.01},
      {"from both processors of a node", origin2000, {{0, 60}, {1, 61}}, 390, 0.01},
      {"across the hypercube", origin2000, everyone(origin2000, 32), 780 / 4.0, 0.01},
      {"alone, by the overhead", ethernet10, {{0, 1}}, 256 / 400.0, 0.01},
      {"sharing the medium", ethernet10, everyone(ethernet10, 1), 1.25 / 16, 0.01},
      {"through the switch", ethernet100, everyone(ethernet100, 1), 9.5, 0.01},
      {"through the switches", myrinet, everyone(myrinet, 1), 38, 0.01},
      {"between the sockets", numa, first_half_to_second(numa), 51'300.0 / 32, 0.01},
      {"in the sockets", numa, everyone(numa, 1), 122'000.0 / 32, 0.01},
      {"on a switch", rdma, everyone(rdma, 1), 11'000, 0.02},
      {"full bisection", rdma, everyone(rdma, 32), 11'000, 0.02},
      {"between the sockets", server, first_half_to_second(server), 144'000.0 / 64, 0.01},
      {"in the sockets", server, everyone(server, 1), 170'000.0 / 64, 0.01},
      {"48 bytes a cycle for each", c916, everyone(c916, 1), 48 * 240, 0.01},
      {"on a link", transputer, everyone(transputer, 1), 1.74, 0.01},
      {"through transputers on the way", transputer, {{0, 2}, {1, 3}}, 1.74 / 2, 0.01},
  }));
  CAPTURE(row.machine.name, row.what);
  const auto model = test::any_model();
  const auto measured = rates(row.machine, model, row.pairs);
  // In the model loggp, whole messages use a shared link one after the other. The last has the
  // common rate of flow, except for its way over links of its own.
  const double least = *std::min_element(measured.begin(), measured.end());
  if (model == Model::flow)
    CHECK(least == Approx(row.rate).epsilon(row.tolerance));
  else
    CHECK((least > 0.7 * row.rate && least < (1 + row.tolerance) * row.rate));
}

TEST_CASE("eight messages at once on one Ethernet arrive in turn in loggp, together in flow") {
  const auto model = test::any_model();
  // 400 us at either end, 5 us of latency, and 205 us of the medium for each message.
  constexpr double first = (400 + 5 + 205 + 400) * us;
  constexpr double each = 205 * us;
  constexpr int messages = 8;
  Pairs pairs;
  for (int from = 0; from < messages; ++from)
    pairs.emplace_back(from, from + messages);
  auto seconds =
      measure(
          ethernet10,
          [&](SimulatedMachine& machine) -> Json { return exchange(machine, 16, pairs); }, model)
          .get<std::vector<double>>();
  std::ranges::sort(seconds);
  for (int place = 0; place < messages; ++place) {
    const int turn = model == Model::flow ? messages - 1 : place;
    CHECK(seconds[static_cast<std::size_t>(place)] == Approx(first + turn * each).epsilon(0.01));
  }
}

TEST_CASE("CM-5: a stream of active messages carries as much as a long message") {
  constexpr int messages = 1000;
  const auto times = run(cm5, [](SimulatedProcessor& processor) {
    for (int i = 0; i < messages && processor.rank() == 0; ++i)
      processor.send(31, {0, 16, {}});
    for (int i = 0; i < messages && processor.rank() == 31; ++i)
      (void)processor.wait();
    return processor.now();
  });
  const double rate = messages * 16 / times[31] / megabyte;
  CHECK(rate == Approx(8.06).epsilon(0.01)); // CMMD's
}

TEST_CASE("an adapter sends as many short messages a second as the real one, for all cores") {
  struct Row {
    TestedMachine machine;
    double rate; ///< messages a second
  };
  const auto row = GENERATE(values<Row>({
      {cloud100g, 5.6e6}, // 358.6 MB/s of messages of 64 bytes
      {myrinet, 1 / (5.8 * us)},
  }));
  CAPTURE(row.machine.name);
  constexpr int messages = 100;
  const int senders = row.machine.name == myrinet.name ? 1 : row.machine.processors / 2;
  const auto times = run(row.machine, [=](SimulatedProcessor& processor) {
    for (int i = 0; i < messages; ++i) {
      if (processor.rank() < senders)
        processor.send(processor.rank() + senders, {processor.rank(), 64, {}});
      else if (processor.rank() < 2 * senders)
        (void)processor.wait();
    }
    return processor.now();
  });
  const double seconds = *std::ranges::max_element(times);
  CHECK(messages * senders / seconds == Approx(row.rate).epsilon(0.03));
}

TEST_CASE("A home that all others ask at once serves them one after another") {
  struct Row {
    TestedMachine machine;
    double service; ///< seconds per access
    double rest;    ///< most seconds before the first service, on shared links, and after the last
  };
  const auto row = GENERATE(values<Row>({
      {cm5, (1.7 + 1 + 1.6) * us, 20 * us},
      {origin2000, 164 * ns, 2 * us},
      {ethernet10, (400 + 1 + 400) * us, 5 * ms},
      {ethernet100, (100 + 0.5 + 100) * us, 0.5 * ms},
      {myrinet, (2.9 + 0.5 + 2.9) * us, 30 * us},
      {numa, 80 * ns, 0.2 * us}, // half 51 ns in a socket, half 108 ns between sockets
      {server, 107 * ns, 0.3 * us},
      {c916, 25 * ns, 0.2 * us},
      {transputer, (2 + 20 + 10 + 20) * us, 1.2 * ms},
  }));
  CAPTURE(row.machine.name);
  const auto times = run(row.machine, [](SimulatedProcessor& processor) {
    return processor.rank() == 0 ? 0 : access(processor, 0);
  });
  const double services = (row.machine.processors - 1) * row.service;
  const double last = *std::max_element(times.begin(), times.end());
  CAPTURE(last, services, last - services);
  CHECK(last > 0.98 * services);
  CHECK(last < services + row.rest);
}

TEST_CASE("processors that spin for one lock hold up its owner, by its access and its unlocking") {
  struct Row {
    TestedMachine machine;
    double service; ///< seconds of the home's memory
  };
  const auto row = GENERATE(values<Row>({{t3d, 205 * ns}, {cs6400, 300 * ns}, {rdma, 230 * ns}}));
  CAPTURE(row.machine.name);
  const auto times = run(row.machine, [](SimulatedProcessor& processor) {
    return processor.rank() == 0 ? 0 : access(processor, 0);
  });
  // Each owner waits twice until the home has served a swap of every processor still without the
  // lock.
  const int spinning = row.machine.processors - 1;
  const double swaps = spinning * (spinning + 1.0) / 2;
  const double last = *std::max_element(times.begin(), times.end());
  CHECK(last == Approx(2 * swaps * row.service).epsilon(0.06));
}

TEST_CASE("Frenchess visits as many positions a second as it did on each machine") {
  struct Row {
    TestedMachine machine;
    double least;
    double most;
  };
  const auto row = GENERATE(values<Row>({
      // Weill 1996, section 5. A CM-5 node has a quarter of the first speed.
      {ethernet10, 20'000, 25'000}, // the SPARCstation 10
      {cs6400, 20'000, 25'000},
      {cm5, 5'000, 6'250},
      {t3d, 7'000, 9'000},
      {c916, 30'000, 32'500}, // Cray Blitz's 31,200; its nodes are assumed to equal Frenchess's
  }));
  CAPTURE(row.machine.name);
  const double speed = frenchess_speed(row.machine);
  CHECK(speed > row.least);
  CHECK(speed < row.most);
}
