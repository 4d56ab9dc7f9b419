#include "sim/cli/commands/search_report.hpp"

#include "sim/cli/options/algorithm_options.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/printed.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/cli/reports/style.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/model_version.hpp"
#include "sim/machines/simulated/load_platform.hpp"
#include "sim/sweeps/point.hpp"
#include "sim/system/interrupts.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Returns the report, with a field `interrupted` if a signal ended the searches.
Json report_of(const ReportHeader& header, const std::vector<Problem>& problems,
               const std::vector<Run>& runs, const Interrupts* interrupts) {
  auto report = json_report(header, problems, runs);
  add_skipped_positions(report, header.skipped_positions);
  if (interrupts != nullptr && interrupts->come())
    report["interrupted"] = true;
  return report;
}

/// Throws the error of a search.
[[noreturn]] void throw_error_of(const Run& run, const std::vector<Problem>& problems) {
  const auto& error = *run.error;
  // An error with a subject concerns an option, the same for every search.
  const auto line =
      error.subject()
          ? RunError(error)
          : RunError(fmt::format("{} on {} processors: {}", problems[run.problem].position,
                                 run.searched.processors, error.what()));
  if (!run.has_bad_input)
    throw RunError(line);
  throw line.subject() ? InputError(*line.subject(), line.message()) : InputError(line.what());
}

} // namespace

ReportHeader search_header(const po::variables_map& values, const Algorithm& algorithm,
                           const SearchChoice& choice) {
  ReportHeader header;
  header.algorithm = std::string(algorithm.name());
  header.search = sequential_algorithm(algorithm.search(choice.settings.search)).name();
  header.tree = values["tree"].as<std::string>();
  header.depth = choice.settings.depth;
  header.seed = choice.settings.seed;
  header.options = {{"tt_entries", choice.tables.entries},
                    {"tt_scale", values["tt-scale"].as<std::string>()},
                    {"tt_sharing", values["tt-sharing"].as<std::string>()},
                    {"tt_depth", values["tt-depth"].as<std::string>()},
                    {"tt_store", values["tt-store"].as<std::string>()},
                    {"generate_moves", values["generate-moves"].as<std::string>()},
                    {"quiescence", choice.settings.quiescence},
                    {"losing_captures", choice.settings.losing_captures},
                    {"frontier_order", values["frontier-order"].as<std::string>()},
                    {"iid_depth", choice.settings.internal_deepening},
                    {"aspiration", choice.settings.aspiration},
                    {"null_move", choice.settings.null_move_reduction},
                    {"null_move_growth", choice.settings.null_move_growth},
                    {"lmr_after", choice.settings.full_depth_moves},
                    {"lmr_size", values["lmr-size"].as<std::string>()},
                    {"futility", choice.settings.futility_margin},
                    {"countermoves", choice.settings.move_order.countermoves},
                    {"move_order", text_of(choice.settings.move_order)},
                    {"order_noise", choice.settings.move_order.noise},
                    {"check_extension", is_yes(values, "check-extension")}};
  header.options.update(algorithm_options_json(algorithm));
  if (values.count("program") != 0)
    header.options["program"] = values["program"].as<std::string>();
  return header;
}

void refuse_aspiration_in_mtdf(const po::variables_map& values, const Algorithm& algorithm,
                               const SearchChoice& choice) {
  const auto& settings = choice.settings;
  if (is_mtdf(algorithm, settings.search) && settings.aspiration != 0 &&
      values.count("program") == 0)
    throw InputError(fmt::format(
        "--aspiration {}: must be 0 in MTD(f), which has windows of its own", settings.aspiration));
}

void run_and_report(const po::variables_map& values, Experiment experiment,
                    const std::vector<Problem>& problems, const ReportHeader& header,
                    const std::function<void(const Json&)>& keep) {
  std::vector<Run> runs;
  {
    ProgressBar bar(values["quiet"].as<bool>());
    experiment.progress = bar.board();
    ShownProgress shown(bar, !experiment.jobs);
    runs = run_experiment(experiment, problems,
                          [&](std::size_t done, std::size_t all) { shown.show(done, all); });
  }
  const bool as_json = values["json"].as<bool>();
  const auto report =
      as_json || keep ? report_of(header, problems, runs, experiment.interrupts) : Json();
  if (keep)
    keep(report);
  if (as_json)
    std::cout << serialize(report, 2) << '\n';
  else
    std::cout << text_report(
        header, problems, runs,
        {.wide = values["wide"].as<bool>(), .style = Style::of(STDOUT_FILENO)});
  write_printed();
  print_skipped(values, header.skipped_positions);
  if (experiment.interrupts != nullptr && experiment.interrupts->come())
    throw RunError("interrupted");
  const auto failed =
      std::find_if(runs.begin(), runs.end(), [](const Run& run) { return run.error.has_value(); });
  if (failed != runs.end())
    throw_error_of(*failed, problems);
  for (const auto& run : runs) {
    if (!run.result.trace_error.empty())
      throw RunError(Subject::trace, run.result.trace_error);
  }
}

std::string other_simgrid(std::string_view model) {
  const auto used = model == Model::flow.name ? simgrid_version() : "";
  return used == reference_simgrid ? "" : used;
}

std::string own_version_of_numbers(std::string_view model) {
  Json settings{{"model_version", model_version}};
  if (const auto other = other_simgrid(model); !other.empty())
    settings["simgrid"] = other;
  return version_of_numbers(settings);
}

} // namespace eldest
