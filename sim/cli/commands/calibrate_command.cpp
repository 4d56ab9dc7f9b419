#include "sim/cli/options/algorithm_options.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/calibration/calibration.hpp"
#include "sim/experiments/cluster_search.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/cluster/cluster_program.hpp"
#include "sim/system/child_process.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/local_cores.hpp"
#include "sim/system/output_file.hpp"
#include "sim/system/task.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options calibrate_options() {
  Options options;
  options.about("experiment") //
      ("repeats", text("N", "5"),
       "number of measurements of each figure") //
      ("seconds", text("TIME", "0.3"),
       "least time of a search, whose depth is the least that takes as long") //
      ("algorithm,a", text("ALGORITHM"),
       "also measure how much longer the nodes of these parallel algorithms take on one thread, "
       "which simulations then charge; separated by commas");
  options.about("machine")("cluster", flag(),
                           "measure the network between the first and the last process that mpirun "
                           "has started, instead of threads");
  options.about("experiment")("strict", flag(), "write no file if the measurements are not sure");
  options.about("output")(
      "matrix", text("FILE"),
      "also measure the latency between each two cores, and messages between the nearest and the "
      "farthest two, and write this CSV file of the latencies in nanoseconds, in which "
      "platforms/generate.py finds groups of cores; N cores take about N*N milliseconds");
  options.about("output")("out,o", required_text("FILE"),
                          "the platform file to write, such as platforms/local.xml");
  add_json_option(options);
  return options;
}

/// The options of a calibration that determine how long it takes.
struct Effort {
  int repeats = 0;                   ///< number of measurements of each figure
  double seconds = 0;                ///< least time of a search
  std::vector<Algorithm> algorithms; ///< algorithms whose slowdowns are measured

  [[nodiscard]] MeasuredNodes measure(const Tree& tree) const {
    return measure_nodes(tree, seconds, repeats, algorithms);
  }
};

Effort read_effort(const po::variables_map& values) {
  return {static_cast<int>(in_range(values, "repeats", 1, 1000)),
          seconds_of(values, "seconds", {.min_excluded = true, .max = 3600}),
          values.count("algorithm") == 0 ? std::vector<Algorithm>()
                                         : read_parallel_algorithms(values)};
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))); }

void throw_if_come(const Interrupts& interrupts) {
  if (interrupts.come())
    throw RunError(
        "interrupted by a signal before everything was measured; no platform file is written");
}

/// Prints the head of a table, whose figures have the unit `unit`.
void print_head(std::string_view unit) {
  std::cout << fmt::format("\n{:<28} {:>9} {:>9} {:>9}\n", unit, "median", "minimum", "maximum");
}

void print_row(std::string_view name, const Measured& measured) {
  constexpr double ns = 1e-9;
  std::cout << fmt::format("{:<28} {:>9.1f} {:>9.1f} {:>9.1f}\n", name, measured.median / ns,
                           measured.min / ns, measured.max / ns);
}

void print_factor(std::string_view name, const Measured& measured) {
  std::cout << fmt::format("{:<30} {:>7.3f} {:>9.3f} {:>9.3f}\n", name, measured.median,
                           measured.min, measured.max);
}

/// Prints the factors by which work takes longer, unless there are none. `busy`: with all cores at
/// work, or nothing.
void print_slowdowns(const std::vector<MeasuredNodes>& all, const std::optional<Measured>& busy) {
  const auto has_none = [](const MeasuredNodes& nodes) { return nodes.slowdowns.empty(); };
  if (!busy && std::ranges::all_of(all, has_none))
    return;
  print_head("slowdowns, as factors");
  if (busy)
    print_factor("slowdown, all cores busy", *busy);
  for (const auto& nodes : all) {
    for (const auto& [algorithm, factor] : nodes.slowdowns)
      print_factor(fmt::format("{}: {}", nodes.tree, algorithm), factor);
  }
}

void print_nodes(const MeasuredNodes& nodes) {
  constexpr std::array names{"visit", "generation", "ordering", "captures", "each move"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (nodes.costs.at(i).max > 0)
      print_row(fmt::format("{}: {}", nodes.tree, names.at(i)), nodes.costs.at(i));
  }
  print_row(nodes.tree + ": table access", nodes.access);
  print_row(nodes.tree + ": its lock", nodes.lock);
  print_row(nodes.tree + ": node in total", nodes.node);
}

/// Prints the measured times of all nodes.
void print_nodes(const std::string& subject, const std::vector<MeasuredNodes>& all) {
  std::cout << subject << '\n';
  print_head("nanoseconds");
  for (const auto& nodes : all)
    print_nodes(nodes);
}

void print(const std::vector<MeasuredRates>& all) {
  std::cout << fmt::format("\n{:<7} {:>15} {:>9}   million nodes/s, with tables of\n{:>33}",
                           "threads", "million steps/s", "GB/s read", "");
  for (const auto entries : rate_entries)
    std::cout << fmt::format(" {:>12}", entries);
  std::cout << " entries each\n";
  for (const auto& rates : all) {
    std::cout << fmt::format("{:>7} {:>15.0f} {:>9.2f}", rates.threads, rates.steps.median / 1e6,
                             rates.bandwidth.median / 1e9);
    for (const auto& nodes : rates.nodes)
      std::cout << fmt::format(" {:>12.3f}", nodes.median / 1e6);
    std::cout << '\n';
  }
}

/// Returns the median and the range of the latencies between two cores.
Measured over_all_pairs(const MeasuredCores& cores) {
  std::vector<double> medians;
  for (const auto& row : cores.latencies) {
    for (const auto& latency : row)
      medians.push_back(latency.median);
  }
  return summarize_measurements(std::move(medians));
}

/// Prints the latencies between two cores, and messages between near and far ones.
void print_pairs(const MeasuredCores& cores) {
  print_row("a word, of all pairs", over_all_pairs(cores));
  for (const auto& [pair, message] : cores.messages)
    print_row(fmt::format("message, cores {} and {}", cores.cores.at(pair.second),
                          cores.cores.at(pair.first)),
              message);
}

/// Prints the figures that a computer with several cores has.
void print_sharing(const Calibration& calibration) {
  const auto& machine = calibration.machine;
  print_row("what a prefetched one adds", machine.prefetched_access);
  print_row("the same, all cores at once", machine.shared_access);
  print_row("access in turn, one bucket", machine.contended_access);
  print_row("a word from core to core", machine.transfer);
  print_row("to send a message", machine.send);
  print_row("message, receiver awake", machine.message);
  print_row("message, receiver asleep", machine.wake_up);
  if (calibration.cores)
    print_pairs(*calibration.cores);
}

void print(const Calibration& calibration) {
  const auto& machine = calibration.machine;
  print_nodes(
      fmt::format("{}, {} cores, {}", calibration.processor, machine.cores, calibration.date),
      calibration.nodes);
  print_row("time stamp", machine.time_stamp);
  print_row("look for messages", machine.look);
  print_row("access at random, unlocked", machine.unlocked_access);
  print_row("access at random, locked", machine.locked_access);
  if (machine.cores > 1)
    print_sharing(calibration);
  print_slowdowns(calibration.nodes,
                  machine.cores > 1 ? std::optional(machine.busy_slowdown) : std::nullopt);
  print(machine.rates);
}

Json to_json(const Measured& measured) {
  return {{"median", measured.median}, {"min", measured.min}, {"max", measured.max}};
}

Json to_json(const MeasuredNodes& nodes) {
  constexpr std::array names{"visit", "generation", "ordering", "captures", "move"};
  Json json{{"tree", nodes.tree}};
  for (std::size_t i = 0; i < names.size(); ++i)
    json["costs_s"][names.at(i)] = to_json(nodes.costs.at(i));
  json["table_access_s"] = to_json(nodes.access);
  json["lock_s"] = to_json(nodes.lock);
  json["node_s"] = to_json(nodes.node);
  for (const auto& [algorithm, factor] : nodes.slowdowns)
    json["slowdowns"][algorithm] = to_json(factor);
  return json;
}

Json to_json(const MeasuredRates& rates) {
  Json nodes = Json::array();
  for (std::size_t i = 0; i < rate_entries.size(); ++i)
    nodes.push_back({{"entries", rate_entries.at(i)}, {"nodes_per_s", to_json(rates.nodes.at(i))}});
  return {{"threads", rates.threads},
          {"steps_per_s", to_json(rates.steps)},
          {"bytes_per_s", to_json(rates.bandwidth)},
          {"tables", std::move(nodes)}};
}

Json to_json(const MeasuredCores& cores) {
  Json pairs = Json::array();
  for (std::size_t row = 0; row < cores.latencies.size(); ++row) {
    for (std::size_t column = 0; column < row; ++column)
      pairs.push_back({{"cores", {cores.cores.at(column), cores.cores.at(row)}},
                       {"latency_s", to_json(cores.latencies[row].at(column))}});
  }
  return pairs;
}

Json messages_to_json(const MeasuredCores& cores) {
  Json pairs = Json::array();
  for (const auto& [pair, message] : cores.messages)
    pairs.push_back({{"cores", {cores.cores.at(pair.second), cores.cores.at(pair.first)}},
                     {"message_s", to_json(message)}});
  return pairs;
}

Json to_json(const Calibration& calibration) {
  const auto& machine = calibration.machine;
  Json json{
      {"command", "calibrate"},   {"version", version},     {"processor", calibration.processor},
      {"date", calibration.date}, {"cores", machine.cores}, {"nodes", Json::array()}};
  for (const auto& nodes : calibration.nodes)
    json["nodes"].push_back(to_json(nodes));
  for (const auto& [name, figure, of_all_cores] : machine_figures) {
    const bool is_time = figure != &MeasuredMachine::busy_slowdown;
    if (machine.cores > 1 || !of_all_cores)
      json[fmt::format("{}{}", name, is_time ? "_s" : "")] = to_json(machine.*figure);
  }
  for (const auto& rates : machine.rates)
    json["rates"].push_back(to_json(rates));
  if (calibration.cores) {
    json["core_latencies"] = to_json(*calibration.cores);
    json["core_messages"] = messages_to_json(*calibration.cores);
  }
  return json;
}

/// Runs a measurement in a separate process, which a signal can end at any moment. Throws RunError.
Json measure(const Task& task, const Interrupts& interrupts) {
  const auto outcome = run_in_child_processes(
                           {task}, 1, [](std::size_t) {}, nullptr, {}, &interrupts)
                           .front();
  throw_if_come(interrupts);
  if (outcome.failure)
    throw RunError(*outcome.failure);
  return outcome.result;
}

/// Makes all measurements. Throws RunError, also if a signal ends them.
Calibration calibrate(const Effort& effort, bool with_cores, bool quiet) {
  const Interrupts interrupts;
  Calibration calibration;
  calibration.processor = processor_model();
  calibration.date = today();
  calibration.load = load_per_core();
  for (const auto& tree : trees()) {
    if (!quiet)
      std::cerr << fmt::format("eldest: measuring {}\n", tree.name);
    const auto nodes = measure([&]() -> Json { return effort.measure(tree); }, interrupts);
    calibration.nodes.push_back(nodes.get<MeasuredNodes>());
  }
  const auto machine =
      measure([&]() -> Json { return measure_machine(effort.repeats); }, interrupts);
  calibration.machine = machine.get<MeasuredMachine>();
  if (with_cores) {
    if (!quiet)
      std::cerr << "eldest: measuring each two cores\n";
    calibration.cores = measure([&]() -> Json { return measure_cores(effort.repeats); }, interrupts)
                            .get<MeasuredCores>();
  }
  return calibration;
}

void print(const ClusterCalibration& calibration) {
  print_nodes(fmt::format("{} processes, {} computer{}, {}, {}, {}", calibration.processes,
                          calibration.hosts, calibration.hosts == 1 ? "" : "s",
                          calibration.processor, calibration.mpi, calibration.date),
              calibration.nodes);
  for (const auto& [name, description, figure] : network_figures)
    print_row(description, calibration.network.*figure);
  for (const auto& [name, description, figure] : window_figures) {
    if (const auto& window = calibration.network.window)
      print_row(description, *window.*figure);
    else
      std::cout << fmt::format("{:<28} {:>9}\n", description, "-");
  }
  print_slowdowns(calibration.nodes, std::nullopt);
}

Json to_json(const ClusterCalibration& calibration) {
  Json json{{"command", "calibrate"},
            {"version", version},
            {"processor", calibration.processor},
            {"mpi", calibration.mpi},
            {"date", calibration.date},
            {"hosts", calibration.hosts},
            {"processes", calibration.processes},
            {"nodes", Json::array()}};
  for (const auto& nodes : calibration.nodes)
    json["nodes"].push_back(to_json(nodes));
  for (const auto& [name, description, figure] : network_figures)
    json[fmt::format("{}_s", name)] = to_json(calibration.network.*figure);
  const auto& window = calibration.network.window;
  for (const auto& [name, description, figure] : window_figures)
    json[fmt::format("{}_s", name)] = window ? to_json(*window.*figure) : Json();
  json["latency_s"] = calibration.network.latency();
  return json;
}

/// Measures nodes in the first process, while the others wait. Returns an empty list in the others.
/// All processes must call this together.
std::vector<MeasuredNodes> nodes_of_first(ClusterNetwork& network, const Effort& effort) {
  std::vector<MeasuredNodes> all;
  const auto measured = attempt([&]() -> Json {
    for (const auto& tree : trees()) {
      if (network.rank() != 0)
        break;
      throw_if_come(Interrupts());
      all.push_back(effort.measure(tree));
    }
    return true;
  });
  static_cast<void>(results_of_all(network, measured));
  return all;
}

/// Prints the measured figures. Called before the platform file is written, because writing may
/// fail.
template <class Figures> void report(const po::variables_map& values, const Figures& figures) {
  if (values["json"].as<bool>())
    std::cout << serialize(to_json(figures), 2) << '\n';
  else
    print(figures);
}

/// Tells of the doubts about the figures. With --strict, throws RunError if there are any.
void refuse_or_tell(const std::vector<std::string>& doubts, const po::variables_map& values) {
  if (values["strict"].as<bool>() && !doubts.empty())
    throw RunError(fmt::format("the measurements are not sure, so that no platform file is written "
                               "(--strict): {}",
                               fmt::join(doubts, "; ")));
  for (const auto& doubt : doubts)
    std::cerr << fmt::format("eldest: not sure: {}\n", doubt);
}

void calibrate_cluster(const po::variables_map& values) {
  auto& network = cluster_network();
  const auto effort = read_effort(values);
  if (values.count("matrix") != 0)
    throw InputError("--matrix: is for the cores of one computer; should be without --cluster");
  if (network.ranks() < 2)
    throw InputError("--cluster: there must be at least two processes, as with mpirun -n 2");
  std::optional<OutputFile> file;
  meet(network, attempt([&]() -> Json {
         if (network.rank() == 0)
           file.emplace(Subject::output, values["out"].as<std::string>());
         return {{"repeats", effort.repeats}, {"seconds", effort.seconds}};
       }));
  ClusterCalibration calibration;
  calibration.processor = processor_model();
  calibration.mpi = network.name();
  calibration.date = today();
  calibration.load = load_per_core();
  calibration.hosts = cluster_size(network).hosts;
  calibration.processes = network.ranks();
  calibration.nodes = nodes_of_first(network, effort);
  calibration.network = measure_network(network, effort.repeats);
  if (!file)
    return;
  report(values, calibration);
  refuse_or_tell(doubts_about(calibration), values);
  file->write(calibrated_cluster(calibration));
}

void calibrate_computer(const po::variables_map& values) {
  if (values["cluster"].as<bool>())
    return calibrate_cluster(values);
  const auto effort = read_effort(values);
  OutputFile file(Subject::output, values["out"].as<std::string>());
  std::optional<OutputFile> matrix;
  if (values.count("matrix") != 0) {
    if (values["matrix"].as<std::string>() == values["out"].as<std::string>())
      throw InputError("--matrix: should be another file than --out");
    if (core_count() == 1)
      throw InputError("--matrix: this process may run on one core only; should be two or more");
    matrix.emplace(Subject::output, values["matrix"].as<std::string>());
  }
  const auto calibration = calibrate(effort, matrix.has_value(), values["quiet"].as<bool>());
  report(values, calibration);
  auto doubts = doubts_about(calibration);
  if (matrix)
    std::ranges::move(doubts_about(*calibration.cores), std::back_inserter(doubts));
  refuse_or_tell(doubts, values);
  file.write(calibrated_platform(calibration));
  if (matrix)
    matrix->write(core_matrix(*calibration.cores));
}

} // namespace

Command calibrate_command() {
  return {"calibrate", "measure this computer and write a platform file for it",
          "Measures the time of nodes, table accesses and messages. The computer should do nothing "
          "else meanwhile. With --json, the figures are in seconds.",
          calibrate_options, calibrate_computer};
}

} // namespace eldest
