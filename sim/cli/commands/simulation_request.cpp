#include "sim/cli/commands/simulation_request.hpp"

#include "sim/cli/commands/search_report.hpp"
#include "sim/cli/options/platform_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <string>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Default limit on the lateness of messages in simulations with several seeds, in seconds. It is
/// less than any event takes, but enough to change the order of two events.
constexpr double least_jitter = 1e-9;

/// Reads --node-costs or --node-bytes, or returns nothing if it is not given. Throws InputError.
std::optional<NodeCosts> read_by_node(const po::variables_map& values, const std::string& option) {
  if (values.count(option) == 0)
    return std::nullopt;
  const auto& text = values[option].as<std::string>();
  const auto costs = parse_node_costs(text);
  if (!costs)
    throw InputError(fmt::format(
        "--{} {}: must be four or five numbers, 0 or more, separated by commas", option, text));
  return costs;
}

std::optional<NodeCosts> read_node_costs(const po::variables_map& values) {
  const auto costs = read_by_node(values, "node-costs");
  if (costs && costs->visit <= 0)
    throw InputError(fmt::format("--node-costs {}: a visit must cost something",
                                 values["node-costs"].as<std::string>()));
  return costs;
}

/// Reads --tt-homes, or returns 0 for all processors if it is not given. Throws InputError.
int read_table_homes(const po::variables_map& values, TableSharing sharing) {
  if (values.count("tt-homes") == 0)
    return 0;
  if (sharing != TableSharing::global)
    throw InputError("--tt-homes: only a global table is divided; see --tt-sharing");
  constexpr int most = 1 << 17;
  return static_cast<int>(in_range(values, "tt-homes", 1, most));
}

std::vector<std::uint64_t> read_seeds(const po::variables_map& values) {
  if (values.count("seeds") == 0)
    return {seed_of(values)};
  const auto seeds = parse_counts("--seeds", values["seeds"].as<std::string>());
  return {seeds.begin(), seeds.end()};
}

/// Reads --lose, --double and --delay. Throws InputError.
MessageFaults read_message_faults(const po::variables_map& values) {
  MessageFaults faults;
  const auto read = [&](const char* name, double& probability) {
    if (values.count(name) != 0)
      probability = parse_probability(fmt::format("--{}", name), values[name].as<std::string>());
  };
  read("lose", faults.lost);
  read("double", faults.doubled);
  if (values.count("delay") != 0)
    parse_lateness("--delay", values["delay"].as<std::string>(), faults);
  return faults;
}

MachineSettings read_machine_settings(const po::variables_map& values) {
  MachineSettings machine;
  machine.jitter = read_jitter(values);
  if (values.count("seeds") != 0 && values["jitter"].defaulted())
    machine.jitter = least_jitter;
  if (values.count("failures") != 0)
    machine.failures = parse_failures(values["failures"].as<std::string>());
  machine.message_faults = read_message_faults(values);
  machine.model = read_model(values);
  machine.placement = read_placement(values);
  machine.time_limit = read_time_limit(values);
  machine.iteration_cost = seconds_of(values, "iteration-cost", {.max = 3600});
  return machine;
}

} // namespace

void add_simulation_options(Options& options) {
  add_search_options(options, "1");
  add_platform_options(options);
  add_model_option(options, "flow");
  add_placement_options(options);
  options.about("machine") //
      ("node-costs", text("V,G,O,C[,M]"),
       "work in a node, in cycles of a 50 MHz SuperSPARC: V, visiting it; G, generating its moves; "
       "O, ordering them; C, generating and ordering captures; M, in addition for each move that "
       "is ordered; default: the platform's or the game's") //
      ("node-bytes", text("V,G,O,C[,M]"),
       "bytes that each step of --node-costs moves between memory and caches; without effect if "
       "the platform has no eldest:memory-bandwidth; default: the platform's or none") //
      ("tt-homes", text("N"),
       "divide the global table over the first N processors only, such as those of one socket; "
       "default: all") //
      ("jitter", text("TIME", "0"),
       "greatest random delay of a message, such as 10us; --seed determines the delays");
  options.about("search") //
      ("iteration-cost", text("TIME", "0"),
       "time that a processor needs to begin an iteration, whatever the host's speed, such as 0.2s "
       "for output through a host; counts as communication");
  options.about("faults") //
      ("failures", text("LIST"),
       "failures and their times, in seconds or such as 20ms: 3@0.5 stops processor 3 for good; "
       "3@0.5-0.7 stops it until 0.7 s; link:NAME@1.2 breaks a link; slow:3x4@0.5 makes processor "
       "3 take 4 times as long; part:0-3+8@0.1-0.2 cuts off processors 0 to 3 and 8 from the "
       "others; a search that is not failure-resistant may end in a deadlock; nothing fails in "
       "runs on 1 processor") //
      ("lose", text("P"),
       "probability that a message between hosts is lost, including table accesses and answers; "
       "the seed determines which are") //
      ("double", text("P"),
       "probability that a message is delivered twice; the receiver ignores the second copy, which "
       "only adds to the load") //
      ("delay", text("P:T"),
       "probability that a message is late, and its greatest delay, in seconds or with a unit, "
       "such as 0.01:5ms") //
      ("table-timeout", text("TIME"),
       "longest time to wait for a table answer, after which a search goes on without it and so "
       "survives failures: in abdada, simplified-abdada, alphabeta-star, shared-table and "
       "lazy-smp-cheng; in aphid, together with --aphid-patience, failures of slaves; 0: no limit");
  options.about("experiment") //
      ("seeds", text("LIST"),
       "repeat each search with each of these seeds, such as 1..10, of the random choices of the "
       "search and of the machine; synthetic trees keep --seed; --jitter is 1e-9 unless it is "
       "given") //
      ("time", text("TIME"),
       "end a search after this simulated time, such as 2s or 500ms, with the last complete "
       "iteration");
  add_algorithm_choice(options);
}

SimulationRequest::SimulationRequest(const po::variables_map& values)
    : tree_(values["tree"].as<std::string>()),
      choice_(read_search_options(values)),
      algorithms_(read_algorithm_choices(values, choice_)),
      platform_(read_platform(values)),
      machine_(read_machine_settings(values)),
      own_costs_(read_node_costs(values)),
      own_bytes_(read_by_node(values, "node-bytes")),
      table_homes_(read_table_homes(values, choice_.tables.sharing)),
      seeds_(read_seeds(values)),
      chosen_(choose_problems(values)) {
  for (const auto& algorithm : algorithms_)
    refuse_aspiration_in_mtdf(values, algorithm, choice_);
  check_games(choice_, problems());
}

PlatformFacts SimulationRequest::inspect() const {
  return inspect_for_trees(platform_, choice_.processors.back(), machine_);
}

NodeCosts SimulationRequest::costs_of(const Problem& problem, const PlatformFacts& facts) const {
  if (own_costs_)
    return *own_costs_;
  return facts.node_costs_of(tree_).value_or(problem.costs);
}

NodeCosts SimulationRequest::bytes(const PlatformFacts& facts) const {
  return own_bytes_ ? *own_bytes_ : facts.node_bytes_of(tree_).value_or(NodeCosts{});
}

ReportHeader SimulationRequest::header(const po::variables_map& values, const Algorithm& algorithm,
                                       const PlatformFacts& facts) const {
  auto header = search_header(values, algorithm, choice_);
  header.command = "simulate";
  header.platform = facts.name;
  header.hosts = facts.hosts;
  header.cores = facts.cores;
  header.platform_file = platform_.name;
  header.platform_digest = platform_.digest;
  header.model = values["model"].as<std::string>();
  header.simgrid = other_simgrid(header.model);
  header.options["jitter"] = machine_.jitter;
  header.options["placement"] = values["placement"].as<std::string>();
  if (machine_.iteration_cost > 0)
    header.options["iteration_cost"] = machine_.iteration_cost;
  if (machine_.time_limit)
    header.options["time"] = *machine_.time_limit;
  if (values.count("hosts") != 0)
    header.options["hosts"] = values["hosts"].as<std::string>();
  if (values.count("failures") != 0)
    header.options["failures"] = values["failures"].as<std::string>();
  if (choice_.settings.table_timeout > 0)
    header.options["table_timeout"] = choice_.settings.table_timeout;
  for (const auto* const name : {"lose", "double"}) {
    if (values.count(name) != 0)
      header.options[name] = parse_probability(name, values[name].as<std::string>());
  }
  if (values.count("delay") != 0)
    header.options["delay"] = values["delay"].as<std::string>();
  if (const auto settings = settings_given(values); !settings.empty())
    header.options["cfg"] = settings;
  if (!platform_.changes.empty())
    header.options["set"] = changes_json(platform_);
  header.skipped_positions = chosen_.skipped;
  header.options["node_costs"] = costs_of(problems().front(), facts);
  if (table_homes_ > 0)
    header.options["tt_homes"] = table_homes_;
  if (const auto moved = bytes(facts); moved != NodeCosts{})
    header.options["node_bytes"] = moved;
  return header;
}

Simulation SimulationRequest::simulation(const Problem& problem, const SearchCase& searched,
                                         const PlatformFacts& facts) const {
  Simulation simulation{platform_, searched.processors, searched.algorithm, choice_.settings,
                        machine_};
  simulation.settings.seed = searched.seed;
  simulation.settings.costs =
      facts.costs_in(searched.algorithm.name(), tree_, costs_of(problem, facts));
  simulation.node_bytes = bytes(facts);
  simulation.machine.seed = searched.seed;
  simulation.machine.tables = choice_.tables_of(searched.processors);
  simulation.machine.tables.homes = table_homes_;
  return simulation;
}

} // namespace eldest
