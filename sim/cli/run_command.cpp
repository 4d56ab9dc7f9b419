#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/search_options.hpp"
#include "sim/cli/trace_option.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/thread_search.hpp"
#include "sim/machines/threads/interrupts.hpp"
#include "sim/machines/threads/local_cores.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <string>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// The limit for threads: more than the cores of any machine. Each thread has a stack of its own.
constexpr int max_threads = 1024;

Options run_options() {
  Options options;
  add_search_options(options, "1");
  options.about("experiment")("time", po::value<std::string>()->value_name("TIME"),
                              "end a search after so many seconds, or as in 500ms, with the last "
                              "complete iteration");
  options.about("machine")("pin", yes_or_no("yes"),
                           "keep each thread on a core of its own, or its share of one, where the "
                           "system allows that");
  add_trace_option(options, "");
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

void search_for_real(const po::variables_map& values) {
  const auto choice = read_search_options(values);
  const auto algorithm = read_algorithm_choice(values, choice);
  const ThreadSettings threads{.pinned = is_yes(values, "pin")};
  const auto time_limit = read_time_limit(values);
  check_thread_count(choice.processors.back(), values["quiet"].as<bool>());
  const auto problems = open_problems(problem_choice(values));
  check_games(choice, problems);
  const auto trace = read_trace_path(values, {choice.processors.size(), 1, problems.size()});

  auto header = search_header(values, algorithm, choice);
  header.command = "run";
  header.platform = processor_model();
  header.hosts = core_count();
  header.cores = header.hosts;
  header.model = "threads";
  header.options["pin"] = threads.pinned;
  header.options["time"] = time_limit ? Json(*time_limit) : Json();

  // Ctrl-C is meant for all remaining searches, and must not cost the results of those before.
  const Interrupts interrupts;
  const auto search = [&](const Problem& problem, const SearchCase& searched,
                          SearchProgress* progress) {
    if (interrupts.come())
      throw RunError("not begun after the interrupt");
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
  Experiment experiment;
  experiment.search = search;
  experiment.algorithm = algorithm;
  experiment.processors = choice.processors;
  experiment.seeds = {choice.settings.seed};
  experiment.baselines = values["baseline"].as<bool>();
  experiment.jobs = std::nullopt;
  run_and_report(values, experiment, problems, header);
}

} // namespace

Command run_command() {
  return {"run", "the same search for real, on this computer's cores",
          "Searches each position on each number of processors, which are threads on this "
          "computer's cores. Ctrl-C ends a search with its last complete iteration.",
          run_options, search_for_real};
}

} // namespace eldest
