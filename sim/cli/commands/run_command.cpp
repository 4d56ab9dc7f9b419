#include "algorithms/registry.hpp"
#include "sim/cli/commands/kept_result.hpp"
#include "sim/cli/commands/search_report.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/trace_option.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/experiments/cluster_search.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/thread_search.hpp"
#include "sim/machines/cluster/cluster_program.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/local_cores.hpp"
#include "sim/system/task.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <array>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Limit on the number of threads, which is above the number of cores of any machine. Each thread
/// has its own stack.
constexpr int max_threads = 1024;

constexpr auto table_accesses = std::to_array<Choice<RemoteAccess>>(
    {{"messages", RemoteAccess::messages}, {"one-sided", RemoteAccess::one_sided}});

Options run_options() {
  Options options;
  add_search_options(options, "1");
  options.about("experiment")(
      "time", text("TIME"),
      "end a search after this time, such as 2s or 500ms, with the last complete iteration");
  options.about("machine") //
      ("cluster", flag(),
       "search on the processes that mpirun has started, by default all of them, instead of this "
       "computer's cores; see docs/reference/cluster.md") //
      ("threads", text("N", "1"),
       "number of processors of each process of a cluster; they are threads, and share its part of "
       "the table") //
      ("tt-access", text(words_of(table_accesses), "messages"),
       "access to table entries of other processes of a cluster: messages, which a process serves "
       "when it next looks for them; one-sided, in which a processor fetches the entry and writes "
       "it back under a lock, without that process") //
      ("out", text("FILE"),
       "keep the results of a cluster in this file, as one JSON object that is renewed after each "
       "iteration; it has complete false until the end, and names a process that was lost") //
      ("pin", yes_or_no("yes"),
       "keep each thread on one core, where the system allows that; threads share cores only if "
       "there are more threads than cores");
  add_trace_option(options, "", "");
  add_report_options(options);
  add_algorithm_choice(options);
  return options;
}

void check_thread_count(int threads, bool quiet) {
  if (threads > max_threads)
    throw InputError(fmt::format("--processors {}: at most {} threads", threads, max_threads));
  const int cores = core_count();
  if (threads > cores && !quiet)
    std::cerr << fmt::format("eldest: {} threads take turns on {} cores\n", threads, cores);
}

/// Returns an experiment with the settings that do not depend on the machine.
Experiment experiment_of(const po::variables_map& values, const SearchChoice& choice,
                         const Algorithm& algorithm) {
  Experiment experiment;
  experiment.algorithm = algorithm;
  experiment.processors = choice.processors;
  experiment.seeds = {choice.settings.seed};
  experiment.baselines = values["baseline"].as<bool>();
  experiment.mtdf = is_mtdf(algorithm, choice.settings.search);
  experiment.jobs = std::nullopt;
  return experiment;
}

/// Throws InputError for an option that needs --cluster.
void check_no_cluster_options(const po::variables_map& values) {
  for (const auto* const option : {"threads", "tt-access", "out"}) {
    if (values.count(option) != 0 && !values[option].defaulted())
      throw InputError(fmt::format("--{}: only with --cluster", option));
  }
}

void search_on_threads(const po::variables_map& values) {
  check_no_cluster_options(values);
  const auto choice = read_search_options(values);
  const auto algorithm = read_algorithm_choice(values, choice);
  refuse_aspiration_in_mtdf(values, algorithm, choice);
  const ThreadSettings threads{.pinned = is_yes(values, "pin")};
  const auto time_limit = read_time_limit(values);
  check_thread_count(choice.processors.back(), values["quiet"].as<bool>());
  const auto chosen = choose_problems(values);
  const auto& problems = chosen.problems;
  check_games(choice, problems);
  const auto trace = read_trace_path(values, {choice.processors.size(), 1, problems.size()});

  auto header = search_header(values, algorithm, choice);
  header.command = "run";
  header.skipped_positions = chosen.skipped;
  header.platform = processor_model();
  header.hosts = core_count();
  header.cores = header.hosts;
  header.model = "threads";
  header.options["pin"] = threads.pinned;
  header.options["time"] = time_limit ? Json(*time_limit) : Json();

  // Ctrl-C ends all remaining searches. The results of the searches that have ended before are
  // kept.
  const Interrupts interrupts;
  const auto search = [&](const Problem& problem, const SearchCase& searched,
                          SearchProgress* progress) {
    if (interrupts.come())
      throw RunError("not started, because a signal had come");
    const bool traced =
        searched.algorithm == algorithm && searched.processors == choice.processors.back();
    const ThreadSearch made{searched.processors,
                            searched.algorithm,
                            choice.settings,
                            choice.tables_of(searched.processors),
                            threads,
                            time_limit,
                            traced ? trace : "",
                            progress};
    return search_isolated(made, problem, interrupts);
  };
  auto experiment = experiment_of(values, choice, algorithm);
  experiment.search = search;
  run_and_report(values, experiment, problems, header);
}

/// Sets `choice.processors` to all processors of all processes, unless the option is given or the
/// algorithm is sequential. Throws InputError if the option asks for more.
void read_cluster_processors(const po::variables_map& values, int ranks, int threads,
                             SearchChoice& choice) {
  const auto algorithm = find_algorithm(values["algorithm"].as<std::string>());
  if (values["processors"].defaulted() && !algorithm.is_sequential())
    choice.processors = {ranks * threads};
  if (choice.processors.back() > ranks * threads)
    throw InputError(fmt::format("--processors {}: at most {}, {} of each of the processes that "
                                 "have been started, as with mpirun -n",
                                 choice.processors.back(), ranks * threads, threads));
}

/// Warns if the threads of this process have to share cores. This is so where mpirun binds a
/// process to one core.
void check_cores_of_process(const ClusterNetwork& network, int threads, bool quiet) {
  if (network.rank() == 0 && threads > core_count() && !quiet)
    std::cerr << fmt::format("eldest: the {} threads of a process take turns on {} of its "
                             "computer's cores, to which it is bound\n",
                             threads, core_count());
}

/// Returns the settings in which all processes must agree.
Json agreed_settings(const ReportHeader& header, const Experiment& experiment,
                     const std::vector<Problem>& problems) {
  Json settings{{"algorithm", header.algorithm},
                {"search", header.search},
                {"tree", header.tree},
                {"depth", header.depth},
                {"seed", header.seed},
                {"processors", experiment.processors},
                {"baseline", experiment.baselines},
                {"options", header.options},
                {"positions", Json::array()}};
  for (const auto& problem : problems)
    settings["positions"].push_back(problem.position);
  return settings;
}

void search_on_cluster(const po::variables_map& values) {
  auto& network = cluster_network();
  auto choice = read_search_options(values);
  const auto threads = static_cast<int>(in_range(values, "threads", 1, max_threads));
  const auto access = one_of<RemoteAccess>(values, "tt-access", table_accesses);
  read_cluster_processors(values, network.ranks(), threads, choice);
  check_cores_of_process(network, threads, values["quiet"].as<bool>());
  const auto algorithm = read_algorithm_choice(values, choice);
  refuse_aspiration_in_mtdf(values, algorithm, choice);
  const auto time_limit = read_time_limit(values);
  if (values.count("trace") != 0)
    throw InputError("--trace: a search on a cluster is not recorded");
  const auto chosen = choose_problems(values);
  const auto& problems = chosen.problems;
  check_games(choice, problems);

  auto header = search_header(values, algorithm, choice);
  header.command = "run";
  header.skipped_positions = chosen.skipped;
  header.model = network.is_simulated() ? "smpi" : "cluster";
  header.options["mpi"] = network.name();
  header.options["ranks"] = network.ranks();
  header.options["threads"] = threads;
  header.options["tt_access"] = values["tt-access"].as<std::string>();
  header.options["time"] = time_limit ? Json(*time_limit) : Json();
  auto experiment = experiment_of(values, choice, algorithm);
  std::optional<KeptResult> kept;
  meet(network, attempt([&] {
         auto settings = agreed_settings(header, experiment, problems);
         if (network.rank() == 0)
           kept.emplace(values, settings);
         return settings;
       }));
  if (values.count("out") != 0)
    network.record_loss(
        {values["out"].as<std::string>(), network.rank(), values["json"].as<bool>()});
  const auto size = cluster_size(network);
  header.platform = processor_model();
  header.hosts = size.hosts;
  header.cores = size.cores;
  experiment.search = [&](const Problem& problem, const SearchCase& searched, SearchProgress*) {
    ClusterSearch search{{searched.processors, threads},
                         searched.algorithm,
                         choice.settings,
                         choice.tables_of(searched.processors),
                         access,
                         time_limit};
    if (!kept)
      return eldest::search_on_cluster(network, search, problem);
    kept->begin(problem, searched);
    search.on_iteration = [&](const IterationResult& result) { kept->add(problem, result); };
    auto result = eldest::search_on_cluster(network, search, problem);
    kept->end(run_json(header, problem, searched, result));
    return result;
  };
  std::function<void(const Json&)> keep;
  if (kept)
    keep = [&](const Json& report) { kept->complete(report); };
  run_and_report(values, experiment, problems, header, keep);
}

void search_for_real(const po::variables_map& values) {
  if (values["cluster"].as<bool>())
    search_on_cluster(values);
  else
    search_on_threads(values);
}

} // namespace

Command run_command() {
  return {"run", "search on this computer's cores, or on a cluster",
          "Searches each position on each number of processors, which are threads on this "
          "computer's cores, or processes of several computers and their threads. Ctrl-C ends a "
          "search with its last "
          "complete iteration.",
          run_options, search_for_real};
}

} // namespace eldest
