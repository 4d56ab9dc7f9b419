#include "sim/cli/commands/search_report.hpp"
#include "sim/cli/commands/simulation_request.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/platform_options.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/options/search_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/trace_option.hpp"
#include "sim/experiments/experiment.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"
#include "sim/platform_files/simgrid_settings.hpp"
#include "sim/system/local_cores.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/split.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options simulate_options() {
  Options options;
  add_simulation_options(options);
  options.about("settings")(
      "from", text("RESULT"),
      "repeat the search of a result, which is a file that --json has printed, or STORE:KEY, a "
      "simulation of a sweep's store by its key; further options change its settings");
  add_trace_option(options, ", with its searches, wasted work and messages",
                   ", on a page also by two algorithms, as with --algorithm abdada,ybwc");
  add_jobs_option(options);
  add_report_options(options);
  return options;
}

/// Prints a note if the result of --from may have other numbers than this search; nothing with
/// --quiet.
void note_other_version(const po::variables_map& values) {
  if (values.count(version_of_from) == 0 || values["quiet"].as<bool>())
    return;
  const auto& theirs = values[version_of_from].as<std::string>();
  const auto ours = own_version_of_numbers(values["model"].as<std::string>());
  if (theirs != ours)
    std::cerr << on_one_line(fmt::format("eldest: {}: is of {}, but this program has {}; its "
                                         "numbers may differ",
                                         values["from"].as<std::string>(), theirs, ours))
              << '\n';
}

/// Prints a note if a long simulation was in the model flow, and loggp can simulate it; nothing
/// with --quiet.
void note_faster_model(const po::variables_map& values, const PlatformFile& platform,
                       std::chrono::steady_clock::duration taken) {
  constexpr std::chrono::minutes long_time(1);
  if (taken > long_time && read_model(values) == Model::flow && !values["quiet"].as<bool>() &&
      refused_by_loggp(platform).empty())
    std::cerr << on_one_line(fmt::format(
                     "eldest: --model loggp is faster; `eldest check {} --models` shows by how "
                     "much, and by how much its times differ",
                     platform.name))
              << '\n';
}

/// Throws InputError if several algorithms are given that no page is to show side by side.
void check_algorithm_count(const po::variables_map& values, std::size_t algorithms) {
  constexpr std::size_t most = 2;
  const auto& names = values["algorithm"].as<std::string>();
  if (algorithms > 1 && values.count("trace") == 0)
    throw InputError(fmt::format("--algorithm {}: two algorithms are for --trace FILE.html, a page "
                                 "that shows both",
                                 names));
  if (algorithms > most)
    throw InputError(fmt::format("--algorithm {}: a page shows at most two searches", names));
  if (algorithms > 1 && values["json"].as<bool>())
    throw InputError(fmt::format("--json: prints the result of one algorithm; give one, not "
                                 "--algorithm {}",
                                 names));
}

void simulate_searches(const po::variables_map& values) {
  const SimulationRequest request(values);
  const auto& algorithms = request.algorithms();
  check_algorithm_count(values, algorithms.size());
  const auto jobs = job_count(values);
  const auto trace = read_trace_path(values, {request.processors().size(), request.seeds().size(),
                                              request.problems().size(), algorithms.size()});
  const auto facts = request.inspect();

  const Interrupts interrupts;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& algorithm : algorithms) {
    const bool first = algorithm == algorithms.front();
    Experiment experiment;
    experiment.search = [&](const Problem& problem, const SearchCase& searched,
                            SearchProgress* progress) {
      auto simulation = request.simulation(problem, searched, facts);
      simulation.progress = progress;
      if (searched.algorithm == algorithm && searched.processors == request.processors().back()) {
        simulation.trace = trace;
        simulation.trace_beside = !first;
      }
      return simulate(simulation, problem);
    };
    experiment.algorithm = algorithm;
    experiment.processors = request.processors();
    experiment.seeds = request.seeds();
    experiment.baselines = values["baseline"].as<bool>();
    experiment.mtdf = request.is_mtdf(algorithm);
    experiment.jobs = jobs;
    experiment.interrupts = &interrupts;
    if (!first)
      std::cout << '\n';
    run_and_report(values, experiment, request.problems(),
                   request.header(values, algorithm, facts));
  }
  print_notes(values, request.platform(), facts.notes);
  note_other_version(values);
  note_faster_model(values, request.platform(), std::chrono::steady_clock::now() - start);
}

} // namespace

Command simulate_command() {
  return {"simulate", "search on a simulated parallel machine",
          "Searches each position on each number of processors of the platform.", simulate_options,
          simulate_searches};
}

} // namespace eldest
