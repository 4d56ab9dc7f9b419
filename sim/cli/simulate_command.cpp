#include "sim/cli/command.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/platform_options.hpp"
#include "sim/cli/search_options.hpp"
#include "sim/cli/simulation_request.hpp"
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
  return fmt::format(
      "write a timeline of every processor, with the messages between them, for "
      "Perfetto and Chrome to a .json file, in Paje to a .paje file, or as a picture, "
      "without messages, to a .svg file; one position "
      "on one number of processors. There is room for {} stretches of time: if "
      "there are more, short ones are merged into cells that show the shares of "
      "the states; and for {} messages: if there are more, every second, fourth, "
      "... is kept. The file says so",
      Trace::max_cells, Trace::max_messages);
}

po::options_description simulate_options() {
  po::options_description options("Searches each position on each number of processors of a "
                                  "simulated platform");
  add_simulation_options(options);
  options.add_options() //
      ("from", po::value<std::string>()->value_name("FILE"),
       "make the search of a result again that --json has printed; options given change it") //
      ("trace", po::value<std::string>()->value_name("FILE"), trace_help().c_str());
  add_jobs_option(options);
  add_report_options(options);
  return options;
}

/// Reads --trace.
std::string read_trace_path(const po::variables_map& values, const SimulationRequest& request) {
  if (values.count("trace") == 0)
    return "";
  const auto& path = values["trace"].as<std::string>();
  TraceFile::check_extension(path);
  const auto refuse = [&](std::string_view what, std::string_view option) {
    throw InputError(fmt::format("--trace {}: shows one simulation; give one {}, not --{} {}", path,
                                 what, option, values[std::string(option)].as<std::string>()));
  };
  if (request.processors().size() > 1)
    refuse("number of processors", "processors");
  if (request.seeds().size() > 1)
    refuse("seed", "seeds");
  if (request.problems().size() > 1)
    throw InputError(fmt::format("--trace {}: shows one simulation; choose one of the {} positions "
                                 "of --position {}",
                                 path, request.problems().size(),
                                 values["position"].as<std::string>()));
  return path;
}

} // namespace

void simulate_command(std::span<const std::string> words) {
  po::variables_map values;
  if (!read_options("simulate", simulate_options(), words, values))
    return;
  const SimulationRequest request(values);
  const auto jobs = job_count(values);
  const auto trace = read_trace_path(values, request);
  const auto facts = request.inspect();

  const Interrupts interrupts;
  Experiment experiment;
  experiment.search = [&](const Problem& problem, const SearchCase& searched,
                          SearchProgress* progress) {
    auto simulation = request.simulation(problem, searched, facts);
    simulation.progress = progress;
    if (searched.algorithm == request.algorithm() &&
        searched.processors == request.processors().back())
      simulation.trace = trace;
    return simulate(simulation, problem);
  };
  experiment.algorithm = request.algorithm();
  experiment.processors = request.processors();
  experiment.seeds = request.seeds();
  experiment.baselines = values["baseline"].as<bool>();
  experiment.jobs = jobs;
  experiment.interrupts = &interrupts;
  run_and_report(values, experiment, request.problems(),
                 request.header(values, request.algorithm(), facts));
  print_notes(values, request.platform(), facts.notes);
}

} // namespace eldest
