#include "sim/cli/commands/grid.hpp"
#include "sim/cli/commands/sweep_plan.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/printed.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/sweeps/sweep.hpp"
#include "sim/system/interrupts.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options sweep_options() {
  Options options;
  options.about("operands")("store", required_text("STORE"),
                            "the file of the results, made if it is not there");
  options.add_operand("store");
  add_jobs_option(options);
  options.about("experiment") //
      ("limit", text("TIME"),
       "give up a simulation after so many seconds of real time; it has failed, then, and is run "
       "again by a sweep with a greater limit, or none")                 //
      ("retry-failed", flag(), "run simulations again that have failed") //
      ("plan", flag(),
       "run nothing; print the command of each simulation that has not been run, one a line, for "
       "other computers; see eldest collect");
  add_json_option(options);
  Grid::add_options(options);
  return options;
}

SweepSettings read_settings(const po::variables_map& values) {
  SweepSettings settings;
  settings.jobs = job_count(values);
  settings.retry_failed = values["retry-failed"].as<bool>();
  if (values["plan"].as<bool>() && values["json"].as<bool>())
    throw InputError("--plan: prints commands, which have no JSON; leave --json out");
  if (values.count("limit") != 0) {
    settings.limit = seconds_of(values, "limit", {.min_excluded = true, .max = 1e9});
  }
  return settings;
}

/// Prints the commands of the points that a sweep with these settings would run.
void print_plan(SweepStore& store, const std::vector<PlannedPoint>& points,
                const SweepSettings& settings) {
  add_points(store, points);
  for (const auto& planned : points) {
    const auto outcome = store.outcome(planned.point.key);
    if (!outcome || is_run_again(*outcome, settings))
      std::cout << planned.point.command << '\n';
  }
}

/// Warns if the version does not identify the files that the program was built from. Results of
/// another such build cannot be distinguished.
void warn_of_unknown_files() {
  std::string_view doubt;
  if (version.ends_with("-dirty"))
    doubt = "files that differ from the commit";
  else if (version.ends_with("+unknown"))
    doubt = "an unknown commit";
  else
    return;
  std::cerr << fmt::format("eldest: version {} was built from {}; results of another such build "
                           "would count as the same\n",
                           version, doubt);
}

/// Returns the failure of the first point that has one.
std::string first_failure(const SweepStore& store, const std::vector<PlannedPoint>& points) {
  for (const auto& planned : points) {
    const auto outcome = store.outcome(planned.point.key);
    if (outcome && !outcome->result)
      return fmt::format("{}: {}; --retry-failed runs it again", outcome->failure,
                         planned.point.command);
  }
  return "";
}

void print_summary(const SweepStore& store, const SweepProgress& progress, bool as_json) {
  if (as_json)
    std::cout << serialize(Json{{"command", "sweep"},
                                {"version", version},
                                {"store", store.path()},
                                {"simulations", progress.points},
                                {"ended", progress.ended},
                                {"by_this_sweep", progress.run},
                                {"failed", progress.failed}},
                           2)
              << '\n';
  else
    std::cout << fmt::format(
        "{}: {} of {} simulations ended, {} of them by this sweep; {} failed\n", store.path(),
        progress.ended, progress.points, progress.run, progress.failed);
}

void sweep(const po::variables_map& values) {
  const auto settings = read_settings(values);
  const auto points = plan_sweep(values);
  SweepStore store(values["store"].as<std::string>(), SweepStore::Access::create);
  if (values["plan"].as<bool>())
    return print_plan(store, points, settings);

  if (!values["quiet"].as<bool>())
    warn_of_unknown_files();
  const Interrupts interrupts;
  SweepProgress progress;
  {
    ProgressBar bar(values["quiet"].as<bool>());
    progress = run_sweep(store, points, settings, interrupts, bar.board(),
                         [&](const SweepProgress& now) { bar.show(now, points); });
  }
  print_summary(store, progress, values["json"].as<bool>());
  write_printed();
  if (interrupts.come())
    throw RunError("interrupted; the same command goes on");
  if (progress.failed > 0)
    throw RunError(first_failure(store, points));
}

} // namespace

Command sweep_command() {
  return {"sweep", "a grid of simulations, kept in a store; goes on where it was",
          "Simulates every combination of the values given, and what speedups are relative to, and "
          "keeps each result in STORE. Started again, it goes on where it was. Every option of a "
          "simulation takes a list: values with commas between them, or, where a value has commas "
          "itself, the option again.",
          sweep_options, sweep};
}

} // namespace eldest
