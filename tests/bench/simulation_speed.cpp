// The cost of simulations, in processor time of this program. It is compared with that of a plain
// sequential search that visits the same number of nodes. It is also compared with that of a naive
// SimGrid program that has the same table traffic. Searches on up to 128 processors are simulated
// on the T3D, and on more processors on a cluster. Table accesses without a search are measured,
// too. See --help.

#include "algorithms/abdada/settings.hpp"
#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/table_handlers.hpp"
#include "algorithms/sequential/sequential.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "sim/experiments/searches/game_search.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"
#include "tests/bench/positions.hpp"
#include "tests/support/local_processor.hpp"
#include "tests/support/naive_simgrid.hpp"
#include "tests/support/platforms.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"
#include "trees/othello/position.hpp"
#include "trees/othello/position_file.hpp"
#include "trees/synthetic/parameters.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest::bench {

using test::run_naively;

namespace {

/// The algorithms whose simulation is measured.
const std::vector<Algorithm> measured_algorithms{AbdadaSettings{}, YbwcSettings{}};

constexpr std::size_t table_entries = std::size_t{1} << 20;

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double peak_mebibytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access): a union in the system's headers only
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The cost of a search.
struct Cost {
  double seconds = 0; ///< of this machine's processor, except for loading the platform
  double nodes = 0;
  double accesses = 0; ///< to the table
  double messages = 0; ///< on the network
  double peak = 0;     ///< MiB, of the whole process

  [[nodiscard]] double nodes_per_second() const { return nodes / seconds; }
  [[nodiscard]] double nanoseconds_a_message() const { return 1e9 * seconds / messages; }
};

Cost cost_of(const std::function<Json()>& measurement) {
  const auto json = run_in_child_process(measurement);
  return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>(),
          json[3].get<double>(), json[4].get<double>()};
}

/// A position to be searched, of any game.
struct Subject {
  std::string name;
  int depth;
  NodeCosts costs;
  std::function<Cost(const SearchSettings&)> plainly;
  std::function<SearchOutcome(const Algorithm&, const SearchSettings&, AnyProcessor&)> search;

  [[nodiscard]] SearchSettings settings() const {
    SearchSettings settings;
    settings.depth = depth;
    settings.costs = costs;
    return settings;
  }
};

template <Position P>
Subject subject(const std::string& name, int depth, const NodeCosts& costs, const P& root) {
  return {
      name, depth, costs,
      [root](const SearchSettings& settings) {
        test::LocalProcessor processor(table_entries);
        const double start = processor_seconds();
        const auto nodes = SequentialSearch<P, test::LocalProcessor>(processor, settings)
                               .run(root)
                               .counters.nodes();
        return Cost{processor_seconds() - start, static_cast<double>(nodes)};
      },
      [root](const Algorithm& algorithm, const SearchSettings& settings, AnyProcessor& processor) {
        return game_search(algorithm, settings, root, processor);
      }};
}

Cost plainly(const Subject& subject) {
  return cost_of([&]() -> Json {
    const auto cost = subject.plainly(subject.settings());
    return {cost.seconds, cost.nodes, 0, 0, peak_mebibytes()};
  });
}

/// The program of one processor. Returns its nodes.
using Program = std::function<std::uint64_t(AnyProcessor&)>;

/// Returns the cost of a program on a simulated machine.
Cost simulated(Model model, int processors, const PlatformFile& platform, const Program& program) {
  return cost_of([&]() -> Json {
    MachineSettings settings;
    settings.tables.entries = table_entries;
    settings.model = model;
    SimulatedMachine machine(platform, processors, settings);
    std::uint64_t nodes = 0;
    const double start = processor_seconds();
    machine.run([&](SimulatedProcessor& processor) { nodes += program(processor); });
    const double seconds = processor_seconds() - start;
    Traffic traffic;
    for (const auto& processor : machine.processors())
      traffic += processor->traffic();
    return {seconds, nodes, traffic.reads + traffic.writes, traffic.messages, peak_mebibytes()};
  });
}

/// Returns the cost of a program on the naive machine.
Cost naively(int processors, const PlatformFile& platform, const Program& program) {
  return cost_of([&]() -> Json {
    std::uint64_t nodes = 0;
    const double start = processor_seconds();
    const auto messages =
        run_naively(platform, processors, {.entries = table_entries},
                    [&](AnyProcessor& processor) { nodes += program(processor); });
    return {processor_seconds() - start, nodes, 0, messages, peak_mebibytes()};
  });
}

/// Returns microseconds per access, or nothing if accesses are not counted.
std::string access_cost(const Cost& cost) {
  return cost.accesses > 0 ? fmt::format("{:.2f}", 1e6 * cost.seconds / cost.accesses) : "";
}

void print_row(const Subject& subject, const std::string& algorithm, const std::string& how,
               int processors, const Cost& cost, const Cost& plain, const Cost* naive) {
  fmt::print("| {} {} | {} | {} | {} | {:.0f} | {:.0f} | {:.2f} | {} | {} | {:.0f} |\n",
             subject.name, subject.depth, algorithm, how, processors, cost.nodes,
             cost.nodes_per_second() / 1000, plain.nodes_per_second() / cost.nodes_per_second(),
             naive != nullptr
                 ? fmt::format("{:.1f}", cost.nodes_per_second() / naive->nodes_per_second())
                 : "",
             access_cost(cost), cost.peak);
  std::fflush(stdout);
}

/// The choice of measurements. An empty list stands for all.
struct Options {
  std::vector<int> processors;
  std::vector<std::string> trees;
  std::vector<std::string> algorithms;
  std::vector<std::string> machines;
  int deeper = 0; ///< ply beyond the default depths
};

template <class T, class U> bool wanted(const std::vector<T>& list, const U& value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

/// The number of processors of the T3D. Searches on more are simulated on the cluster.
constexpr int t3d_processors = 128;
/// The greatest number of processors that the naive program can simulate.
constexpr int max_naive_processors = 128;
/// The greatest number of processors in the model flow, in which every message is a communication
/// of SimGrid.
constexpr int max_flow_processors = 1024;

/// A model by its name in `--machine`, with the greatest number of processors that it can simulate.
struct Simulator {
  std::string name;
  Model model;
  int max_processors;
};
const std::vector<Simulator>& simulators() {
  static const std::vector<Simulator> all{{"flow", Model::flow, max_flow_processors},
                                          {"loggp", Model::loggp, std::numeric_limits<int>::max()}};
  return all;
}

/// Measures a program on the wanted machines, and calls `print(machine, cost, naive)` for each.
/// `naive` points to the cost of the naive machine, or is null.
template <class Print>
void measure(const Program& program, int processors, const PlatformFile& platform,
             const Options& options, const Print& print) {
  std::optional<Cost> naive;
  if (processors <= max_naive_processors && wanted(options.machines, "naive")) {
    const auto cost = naively(processors, platform, program);
    print("naive", cost, nullptr);
    naive = cost;
  }
  for (const auto& [machine, model, max_processors] : simulators()) {
    if (processors <= max_processors && wanted(options.machines, machine))
      print(machine, simulated(model, processors, platform, program), naive ? &*naive : nullptr);
  }
}

void print_rows(const Subject& subject, const Algorithm& algorithm, int processors,
                const PlatformFile& platform, const Cost& plain, const Options& options) {
  const auto settings = subject.settings();
  const Program search = [&](AnyProcessor& processor) {
    return subject.search(algorithm, settings, processor).counters.nodes();
  };
  measure(search, processors, platform, options,
          [&](const std::string& machine, const Cost& cost, const Cost* naive) {
            print_row(subject, std::string(algorithm.name()), machine, processors, cost, plain,
                      naive);
          });
}

/// Reads `reads` random entries, with the work of a few nodes before each read. Also writes every
/// fifth entry, which is about the share of a search of chess. Returns 0, because there are no
/// nodes.
std::uint64_t access_table(AnyProcessor& processor, int reads) {
  SplitMix64 random(static_cast<std::uint64_t>(processor.rank()) + 1);
  constexpr double most_work = 4000;
  for (int i = 0; i < reads; ++i) {
    processor.work(most_work * unit_interval(random()));
    Probe probe{random(), 1, TableDepth::exact, {0, 10}};
    processor.ask(probe.key, probe);
    processor.await_answer();
    if (i % 5 == 0)
      processor.post(probe.key, Store{probe.key, NodeResult({0, 10, 5}, 1)});
  }
  return 0;
}

void print_accesses(const Options& options, const PlatformFile& t3d, const PlatformFile& cluster) {
  fmt::print("| accesses only: machine | processors | messages | ns a message | of naive "
             "| µs an access |\n"
             "|---|---|---|---|---|---|\n");
  constexpr int reads_in_all = 500'000;
  for (const int processors : options.processors) {
    if (processors == 1)
      continue; // sends no messages
    const int reads = reads_in_all / processors;
    const Program accesses = [=](AnyProcessor& processor) {
      return access_table(processor, reads);
    };
    measure(accesses, processors, processors <= t3d_processors ? t3d : cluster, options,
            [&](const std::string& machine, const Cost& cost, const Cost* naive) {
              fmt::print("| {} | {} | {:.0f} | {:.0f} | {} | {} |\n", machine, processors,
                         cost.messages, cost.nanoseconds_a_message(),
                         naive != nullptr ? fmt::format("{:.1f}", naive->nanoseconds_a_message() /
                                                                      cost.nanoseconds_a_message())
                                          : "",
                         access_cost(cost));
              std::fflush(stdout);
            });
  }
}

void print_table(const std::vector<Subject>& subjects, const Options& options,
                 const PlatformFile& t3d, const PlatformFile& cluster) {
  fmt::print("| tree, depth | algorithm | machine | processors | nodes | thousand nodes/s | "
             "slowdown | of naive | µs an access | MiB |\n"
             "|---|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& subject : subjects) {
    if (!wanted(options.trees, subject.name))
      continue;
    const auto plain = plainly(subject);
    print_row(subject, "negascout", "none", 1, plain, plain, nullptr);
    for (const auto& algorithm : measured_algorithms) {
      if (!wanted(options.algorithms, algorithm.name()))
        continue;
      for (const int processors : options.processors)
        print_rows(subject, algorithm, processors, processors <= t3d_processors ? t3d : cluster,
                   plain, options);
    }
  }
}

std::vector<Subject> subjects(int deeper) {
  static const auto chess_root = std::move(bratko_kopec(2).front());
  static const synthetic::Tree tree(synthetic::parse_parameters("name=chesslike"));
  const auto othello =
      othello::load_positions(ELDEST_SOURCE_DIR "/trees/othello/wc1996-final.txt")[20];
  return {subject("chess", 7 + deeper, {500, 2000, 9500, 3000}, chess_root.position()),
          subject("othello", 10 + deeper, {500, 2000, 2000, 0},
                  othello::parse_position(othello.position)),
          subject("synthetic", 6 + deeper, {500, 2000, 9500, 0}, synthetic::Position(tree))};
}

void require_known(std::string_view option, const std::vector<std::string>& given,
                   const std::vector<std::string>& known) {
  for (const auto& name : given) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(
          fmt::format("--{} {}: must be one of {}", option, name, fmt::join(known, ", ")));
  }
}

void run(int argc, char** argv) {
  namespace po = boost::program_options;
  Options options;
  po::options_description description("simulation_speed");
  const auto list = [](auto& values) { return po::value(&values)->multitoken()->composing(); };
  auto describe = description.add_options();
  describe("help", "this list");
  describe("processors", list(options.processors), "numbers of processors, up to 4096");
  describe("tree", list(options.trees),
           "of chess, othello, synthetic, none: accesses to the table without a search");
  describe("algorithm", list(options.algorithms), "of abdada, ybwc");
  describe("machine", list(options.machines), "of naive, flow, loggp");
  describe("deeper", po::value(&options.deeper), "ply more than 7, 10 and 6");
  po::variables_map variables;
  po::store(po::parse_command_line(argc, argv, description), variables);
  po::notify(variables);
  if (variables.count("help") > 0) {
    std::cout << description;
    return;
  }
  require_known("tree", options.trees, {"chess", "othello", "synthetic", "none"});
  require_known("algorithm", options.algorithms, {"abdada", "ybwc"});
  require_known("machine", options.machines, {"naive", "flow", "loggp"});
  if (options.processors.empty())
    options.processors = {1, 8, 32, 128, 1024};
  const test::TemporaryFile cluster(test::to_xml(test::Cluster{}));
  const auto t3d_file = read_platform_file(ELDEST_SOURCE_DIR "/platforms/t3d-128.xml");
  const auto cluster_file = read_platform_file(cluster.path());
  if (options.trees != std::vector<std::string>{"none"})
    print_table(subjects(options.deeper), options, t3d_file, cluster_file);
  if (wanted(options.trees, "none"))
    print_accesses(options, t3d_file, cluster_file);
}

} // namespace
} // namespace eldest::bench

int main(int argc, char** argv) {
  try {
    eldest::bench::run(argc, argv);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "simulation_speed: {}\n", error.what());
    return 2;
  }
}
