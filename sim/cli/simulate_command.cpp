#include "sim/child_process.hpp"
#include "sim/cli/algorithm_options.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/report.hpp"
#include "sim/experiment.hpp"
#include "sim/names.hpp"
#include "sim/problem.hpp"
#include "sim/run_error.hpp"
#include "sim/simulated_machine.hpp"
#include "trees/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <optional>
#include <thread>
#include <utility>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Entries of the table unless said otherwise: the T3D's million a processor (Weill 1996, section
/// 5) for all of them.
constexpr std::int64_t default_table_entries = 1 << 20;
constexpr std::int64_t most_table_entries = std::int64_t{1} << 32;

po::options_description simulate_options() {
  po::options_description options("One search on a simulated platform, for each position and "
                                  "number of processors");
  const auto text = [] { return po::value<std::string>(); };
  const auto number = [] { return po::value<std::int64_t>(); };
  options.add_options()("program", text()->value_name("NAME"),
                        "start from the settings of a program; see eldest list programs");
  add_problem_options(options);
  options.add_options()                                                            //
      ("platform", text()->required()->value_name("FILE"), "SimGrid platform XML") //
      ("algorithm", text()->default_value("abdada")->value_name("A"),
       algorithm_names().c_str()) //
      ("search", text()->default_value("negascout")->value_name("S"),
       "what a parallel algorithm is built on: alphabeta, negascout")          //
      ("depth", number()->required()->value_name("D"), "nominal depth in ply") //
      ("processors", text()->default_value("1")->value_name("N"),
       "how many; or a list such as 1,2,4 or 1..32:x2") //
      ("tt-entries", number()->default_value(default_table_entries)->value_name("N"),
       "entries of the whole transposition table") //
      ("tt-scale", text()->default_value("constant")->value_name("S"),
       "constant, or per-processor: --tt-entries for each") //
      ("tt-sharing", text()->default_value("global")->value_name("S"),
       "global: one table, divided over the processors; local: each has its part to itself; "
       "none") //
      ("tt-depth", text()->default_value("atleast")->value_name("R"),
       "which stored depths may answer: exact, atleast") //
      ("quiescence", text()->default_value("no")->implicit_value("yes")->value_name("Y"),
       "search captures below the leaves: yes, no") //
      ("node-costs", text()->value_name("V,G,O,C"),
       "work in a node, in cycles of a 50 MHz SuperSPARC: visiting it, generating its moves, "
       "ordering them, generating and ordering captures; default: the game's") //
      ("jitter", po::value<double>()->default_value(0)->value_name("T"),
       "a message may arrive up to T seconds late, at random by --seed") //
      ("failures", text()->value_name("LIST"),
       "what stops working, and at which second: 3@0.5,link:NAME@1.2 is processor 3 and then a "
       "link; a search that is not failure-resistant may end in a deadlock; not in runs on 1 "
       "processor") //
      ("model", text()->default_value("flow")->value_name("M"),
       "machine model: flow, by SimGrid's network; loggp, by LogGP arithmetic, much faster") //
      ("baseline", po::bool_switch(),
       "also simulate what speedups and overheads are relative to")                         //
      ("jobs", number()->value_name("N"), "simulations at a time; default: the cores here") //
      ("json", po::bool_switch(), "one JSON object on standard output")                     //
      ("quiet", po::bool_switch(), "no progress");
  po::options_description own("Options of single algorithms");
  add_algorithm_options(own);
  options.add(own);
  return options;
}

/// Reads --node-costs.
std::optional<NodeCosts> read_node_costs(const po::variables_map& values) {
  if (values.count("node-costs") == 0)
    return std::nullopt;
  const auto& text = values["node-costs"].as<std::string>();
  std::array<double, 4> costs{};
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const auto [rest, error] = std::from_chars(next, end, costs.at(i));
    const bool last = i + 1 == costs.size();
    const bool separated = last ? rest == end : rest != end && *rest == ',';
    if (error != std::errc{} || !separated || !(costs.at(i) >= 0 && costs.at(i) < 1e12))
      throw InputError(fmt::format("--node-costs {}: must be four numbers, 0 or more, with commas "
                                   "between",
                                   text));
    next = rest + (last ? 0 : 1);
  }
  if (costs[0] <= 0)
    throw InputError(fmt::format("--node-costs {}: a visit must cost something", text));
  return NodeCosts{costs[0], costs[1], costs[2], costs[3]};
}

int job_count(const po::variables_map& values) {
  if (values.count("jobs") != 0)
    return static_cast<int>(in_range(values, "jobs", 1, 1024));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Experiment read_experiment(const po::variables_map& values) {
  Experiment experiment;
  auto& simulation = experiment.simulation;
  simulation.platform = read_platform_file(values["platform"].as<std::string>());
  simulation.algorithm = parse_algorithm(values["algorithm"].as<std::string>());
  simulation.settings.search = one_of<Search>(
      values, "search", {{"alphabeta", Search::alphabeta}, {"negascout", Search::negascout}});
  simulation.settings.depth = static_cast<int>(in_range(values, "depth", 1, max_depth));
  simulation.settings.table_depth = one_of<TableDepth>(
      values, "tt-depth", {{"exact", TableDepth::exact}, {"atleast", TableDepth::at_least}});
  simulation.settings.quiescence = is_yes(values, "quiescence");
  experiment.node_costs = read_node_costs(values);
  auto& tables = simulation.machine.tables;
  tables.entries = static_cast<std::size_t>(in_range(values, "tt-entries", 1, most_table_entries));
  tables.sharing = one_of<TableSharing>(values, "tt-sharing",
                                        {{"global", TableSharing::global},
                                         {"local", TableSharing::local},
                                         {"none", TableSharing::none}});
  simulation.settings.seed = simulation.machine.seed = values["seed"].as<std::uint64_t>();
  simulation.machine.jitter = values["jitter"].as<double>();
  if (!(simulation.machine.jitter >= 0 && simulation.machine.jitter <= 1))
    throw InputError(
        fmt::format("--jitter {}: must be from 0 to 1 second", simulation.machine.jitter));
  if (values.count("failures") != 0)
    simulation.machine.failures = parse_failures(values["failures"].as<std::string>());
  read_algorithm_options(values, simulation.algorithm, simulation.settings, tables);
  experiment.processors = parse_counts("--processors", values["processors"].as<std::string>());
  experiment.table_per_processor =
      one_of<bool>(values, "tt-scale", {{"constant", false}, {"per-processor", true}});
  experiment.baselines = values["baseline"].as<bool>();
  experiment.jobs = job_count(values);
  simulation.machine.model =
      one_of<Model>(values, "model", {{"flow", Model::flow}, {"loggp", Model::loggp}});
  if (is_sequential(simulation.algorithm) && experiment.processors != std::vector{1})
    throw InputError(fmt::format("--processors {}: {} runs on 1 processor",
                                 values["processors"].as<std::string>(),
                                 algorithm_name(simulation.algorithm)));
  return experiment;
}

/// Opens the platform once, in a process of its own, so that a mistake in it or too many processors
/// are known before the first search.
Json inspect_platform(const Experiment& experiment) {
  return run_in_child_process([&]() -> Json {
    const SimulatedMachine machine(
        experiment.simulation.platform, experiment.processors.back(),
        {.tables = {.entries = 1}, .failures = experiment.simulation.machine.failures});
    return {{"name", machine.name()}, {"hosts", machine.hosts()}};
  });
}

ReportHeader make_header(const po::variables_map& values, const Experiment& experiment,
                         const Json& platform) {
  const auto& simulation = experiment.simulation;
  ReportHeader header;
  header.platform = platform.at("name").get<std::string>();
  header.hosts = platform.at("hosts").get<int>();
  header.platform_file = simulation.platform.path;
  header.algorithm = algorithm_name(simulation.algorithm);
  header.search =
      is_sequential(simulation.algorithm) ? header.algorithm : values["search"].as<std::string>();
  header.tree = values["tree"].as<std::string>();
  header.depth = simulation.settings.depth;
  header.model = values["model"].as<std::string>();
  header.seed = values["seed"].as<std::uint64_t>();
  header.options = {{"tt_entries", simulation.machine.tables.entries},
                    {"tt_scale", values["tt-scale"].as<std::string>()},
                    {"tt_sharing", values["tt-sharing"].as<std::string>()},
                    {"tt_depth", values["tt-depth"].as<std::string>()},
                    {"jitter", simulation.machine.jitter},
                    {"quiescence", simulation.settings.quiescence},
                    {"check_extension", is_yes(values, "check-extension")}};
  if (values.count("failures") != 0)
    header.options["failures"] = values["failures"].as<std::string>();
  if (experiment.node_costs) {
    const auto& costs = *experiment.node_costs;
    header.options["node_costs"] = {costs.visit, costs.generation, costs.ordering, costs.captures};
  }
  header.options.update(
      algorithm_options_json(simulation.algorithm, simulation.settings, simulation.machine.tables));
  if (values.count("program") != 0)
    header.options["program"] = values["program"].as<std::string>();
  return header;
}

} // namespace

void simulate_command(std::span<const std::string> words) {
  po::variables_map values;
  if (!read_options("simulate", simulate_options(), words, values))
    return;
  auto experiment = read_experiment(values);
  const auto problems = open_problems(problem_choice(values));
  const auto header = make_header(values, experiment, inspect_platform(experiment));
  std::vector<Run> runs;
  {
    const ProgressBar bar(values["quiet"].as<bool>());
    experiment.progress = bar.board();
    runs = run_experiment(experiment, problems,
                          [&](std::size_t done, std::size_t all) { bar.show(done, all); });
  }
  if (values["json"].as<bool>())
    std::cout << json_report(header, problems, runs).dump(2) << '\n';
  else
    std::cout << text_report(header, problems, runs);
  const auto failed =
      std::find_if(runs.begin(), runs.end(), [](const Run& run) { return run.error.has_value(); });
  if (failed != runs.end())
    throw RunError(fmt::format("{} on {} processors: {}", problems[failed->problem].position,
                               failed->processors, *failed->error));
}

} // namespace eldest
