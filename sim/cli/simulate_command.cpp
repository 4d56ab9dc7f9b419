#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/platform_options.hpp"
#include "sim/cli/search_options.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/experiments/trace/trace_file.hpp"
#include "sim/machines/simulated/machine_parameters.hpp"
#include "sim/machines/simulated/platform_file.hpp"
#include "sim/machines/threads/local_cores.hpp"
#include "trees/errors.hpp"

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

std::string trace_help() {
  return fmt::format("write a timeline of every processor, with the messages between them, for "
                     "Perfetto and Chrome to a .json file or in Paje to a .paje file; one position "
                     "on one number of processors. There is room for {} stretches of time: if "
                     "there are more, short ones are merged into cells that show the shares of "
                     "the states; and for {} messages: if there are more, every second, fourth, "
                     "... is kept. The file says so",
                     Trace::max_cells, Trace::max_messages);
}

po::options_description simulate_options() {
  po::options_description options("Searches each position on each number of processors of a "
                                  "simulated platform");
  const auto text = [] { return po::value<std::string>(); };
  add_search_options(options, "1");
  add_platform_options(options);
  options.add_options() //
      ("time", po::value<double>()->value_name("S"),
       "end a search after S simulated seconds, with the last complete iteration") //
      ("hosts", text()->value_name("LIST"),
       "the hosts to use, in this order: node-3,node-0 or node-0..node-7; default: all, in the "
       "natural order of their names") //
      ("placement", text()->default_value("packed")->value_name("P"),
       "the order of hosts with several cores: packed, all cores of a host before the next host; "
       "spread, one core of every host in turn") //
      ("node-costs", text()->value_name("V,G,O,C[,M]"),
       "work in a node, in cycles of a 50 MHz SuperSPARC: visiting it, generating its moves, "
       "ordering them, generating and ordering captures; besides, each of the moves ordered; "
       "default: the platform's or the game's") //
      ("jitter", po::value<double>()->default_value(0)->value_name("T"),
       "a message may arrive up to T seconds late, at random by --seed") //
      ("failures", text()->value_name("LIST"),
       "processors and links that fail, each with the second at which it does: 3@0.5,link:NAME@1.2 "
       "stops processor 3 and then a link; a search that is not failure-resistant may end in a "
       "deadlock; nothing fails in runs on 1 processor") //
      ("model", text()->default_value("flow")->value_name("M"),
       model_help().c_str())                                      //
      ("trace", text()->value_name("FILE"), trace_help().c_str()) //
      ("jobs", po::value<std::int64_t>()->value_name("N"),
       "number of simulations to run at a time; default: the number of this computer's cores");
  add_report_options(options);
  add_algorithm_choice(options);
  return options;
}

/// Reads --node-costs.
std::optional<NodeCosts> read_node_costs(const po::variables_map& values) {
  if (values.count("node-costs") == 0)
    return std::nullopt;
  const auto& text = values["node-costs"].as<std::string>();
  const auto costs = parse_node_costs(text);
  if (!costs)
    throw InputError(fmt::format("--node-costs {}: must be four or five numbers, 0 or more, "
                                 "with commas between",
                                 text));
  if (costs->visit <= 0)
    throw InputError(fmt::format("--node-costs {}: a visit must cost something", text));
  return costs;
}

/// Reads --trace.
std::string read_trace_path(const po::variables_map& values, const std::vector<int>& processors,
                            std::size_t positions) {
  if (values.count("trace") == 0)
    return "";
  const auto& path = values["trace"].as<std::string>();
  TraceFile::check_extension(path);
  if (processors.size() > 1)
    throw InputError(fmt::format("--trace {}: shows one simulation; give one number of processors, "
                                 "not --processors {}",
                                 path, values["processors"].as<std::string>()));
  if (positions > 1)
    throw InputError(fmt::format("--trace {}: shows one simulation; choose one of the {} positions "
                                 "of --position {}",
                                 path, positions, values["position"].as<std::string>()));
  return path;
}

int job_count(const po::variables_map& values) {
  if (values.count("jobs") != 0)
    return static_cast<int>(in_range(values, "jobs", 1, 1024));
  return core_count();
}

/// Reads --hosts and --placement.
Placement read_placement(const po::variables_map& values) {
  Placement placement;
  placement.spread = one_of<bool>(values, "placement", {{"packed", false}, {"spread", true}});
  if (values.count("hosts") != 0)
    boost::split(placement.hosts, values["hosts"].as<std::string>(),
                 [](char c) { return c == ','; });
  return placement;
}

MachineSettings read_machine_settings(const po::variables_map& values) {
  MachineSettings machine;
  machine.seed = values["seed"].as<std::uint64_t>();
  machine.jitter = read_jitter(values);
  if (values.count("failures") != 0)
    machine.failures = parse_failures(values["failures"].as<std::string>());
  machine.model = read_model(values);
  machine.placement = read_placement(values);
  machine.time_limit = read_time_limit(values);
  return machine;
}

} // namespace

void simulate_command(std::span<const std::string> words) {
  po::variables_map values;
  if (!read_options("simulate", simulate_options(), words, values))
    return;
  const auto choice = read_search_options(values);
  const auto algorithm = read_algorithm_choice(values, choice);
  const auto platform = read_platform(values);
  const auto machine = read_machine_settings(values);
  const auto own_costs = read_node_costs(values);
  const auto jobs = job_count(values);
  const auto problems = open_problems(problem_choice(values));
  check_games(choice, problems);
  const auto trace = read_trace_path(values, choice.processors, problems.size());
  const auto facts = inspect_platform(platform, choice.processors.back(), machine);

  auto header = search_header(values, algorithm, choice);
  header.command = "simulate";
  header.platform = facts.name;
  header.hosts = facts.hosts;
  header.cores = facts.cores;
  header.platform_file = platform.name;
  header.model = values["model"].as<std::string>();
  header.options["jitter"] = machine.jitter;
  header.options["placement"] = values["placement"].as<std::string>();
  if (machine.time_limit)
    header.options["time"] = *machine.time_limit;
  if (values.count("hosts") != 0)
    header.options["hosts"] = values["hosts"].as<std::string>();
  if (values.count("failures") != 0)
    header.options["failures"] = values["failures"].as<std::string>();
  if (const auto settings = settings_given(values); !settings.empty())
    header.options["cfg"] = settings;
  const auto costs = own_costs ? own_costs : facts.node_costs_of(header.tree);
  if (costs)
    header.options["node_costs"] = *costs;

  const auto search = [&](const Problem& problem, const Algorithm& searched_by, int processors,
                          SearchProgress* progress) {
    const bool baseline = searched_by != algorithm || processors != choice.processors.back();
    Simulation simulation{platform, processors, searched_by,          choice.settings,
                          machine,  progress,   baseline ? "" : trace};
    simulation.settings.costs = costs.value_or(problem.costs);
    simulation.machine.tables = choice.tables_of(processors);
    return simulate(simulation, problem);
  };
  run_and_report(values,
                 {search, algorithm, choice.processors, values["baseline"].as<bool>(), jobs},
                 problems, header);
  print_notes(values, platform, facts.notes);
}

} // namespace eldest
