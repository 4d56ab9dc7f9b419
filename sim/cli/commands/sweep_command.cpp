#include "sim/cli/commands/grid.hpp"
#include "sim/cli/commands/sweep_plan.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/damage.hpp"
#include "sim/cli/reports/printed.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/model_version.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/sweeps/sweep.hpp"
#include "sim/system/interrupts.hpp"
#include "sim/system/shell_words.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options sweep_options() {
  Options options;
  options.about("operands")("store", required_text("STORE"),
                            "the file of the results, created if missing");
  options.add_operand("store");
  add_jobs_option(options);
  options.about("experiment") //
      ("limit", text("TIME"),
       "stop a simulation after this real time, such as 10min; it counts as failed, and a sweep "
       "with a greater limit or none runs it again")           //
      ("retry-failed", flag(), "run failed simulations again") //
      ("plan", flag(),
       "print the commands of simulations that have not been run, one a line, for other computers, "
       "and run nothing; see eldest collect");
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

/// Returns a sweep as a store records it. Its options that are lists describe the points. The store
/// may have another name later, and is therefore STORE.
SweepRecord record_of(const po::variables_map& values) {
  std::vector<std::string> words{"eldest", "sweep", "STORE"};
  for (const auto& [name, value] : values) {
    if (const auto* const list = boost::any_cast<std::vector<std::string>>(&value.value())) {
      for (const auto& one : *list)
        words.insert(words.end(), {"--" + name, on_one_line(one)});
    }
  }
  SweepRecord record{shell_line(words), "", "", std::string(version), model_version};
  if (values.count("config") != 0) {
    record.file = values["config"].as<std::string>();
    record.text = values[settings_text].as<std::string>();
  }
  return record;
}

/// Prints the commands of the points that a sweep with these settings would run.
void print_plan(SweepStore& store, const std::vector<PlannedPoint>& points,
                const SweepSettings& settings) {
  std::vector<DamagedRow> damaged;
  std::set<std::string> ended;
  for (const auto& [point, outcome] : add_points(store, points, damaged)) {
    if (outcome && !is_run_again(*outcome, settings))
      ended.insert(point.key);
  }
  for (const auto& planned : points) {
    if (!ended.contains(planned.point.key))
      std::cout << planned.point.command << '\n';
  }
}

/// Warns if the version does not identify the files that the program was built from. Its results
/// count as those of the model version all the same.
void warn_of_unknown_files() {
  std::string_view doubt;
  if (version.ends_with("-dirty"))
    doubt = "files that differ from the commit";
  else if (version.ends_with("+unknown"))
    doubt = "an unknown commit";
  else
    return;
  std::cerr << fmt::format("eldest: version {} was built from {}; its results count as those of "
                           "model version {}, whatever has changed\n",
                           version, doubt, model_version);
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

void print_summary_as_json(const SweepStore& store, const SweepProgress& progress,
                           const SkippedPositions& skipped) {
  Json summary{{"command", "sweep"},        {"version", version},
               {"store", store.path()},     {"simulations", progress.points},
               {"ended", progress.ended},   {"by_this_sweep", progress.run},
               {"failed", progress.failed}, {"damaged", damage_json(progress.damaged)}};
  add_skipped_positions(summary, skipped);
  std::cout << serialize(summary, 2) << '\n';
}

void print_summary(const SweepStore& store, const SweepProgress& progress) {
  std::cout << fmt::format(
      "{}: {} of {} simulations ended, {} of them by this sweep; {} failed\n{}",
      on_one_line(store.path()), progress.ended, progress.points, progress.run, progress.failed,
      damage_text(progress.damaged));
}

void sweep(const po::variables_map& values) {
  const auto settings = read_settings(values);
  const auto plan = plan_sweep(values);
  const auto& points = plan.points;
  print_skipped(values, plan.skipped);
  SweepStore store(values["store"].as<std::string>(), SweepStore::Access::create);
  store.together([&] {
    store.add(record_of(values));
    for (const auto& platform : plan.platforms)
      store.add(platform);
  });
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
  if (values["json"].as<bool>())
    print_summary_as_json(store, progress, plan.skipped);
  else
    print_summary(store, progress);
  write_printed();
  if (interrupts.come())
    throw RunError("interrupted by a signal; the same command continues the sweep");
  if (progress.failed > 0)
    throw RunError(first_failure(store, points));
}

} // namespace

Command sweep_command() {
  return {"sweep", "run a grid of simulations, and keep their results in a store",
          "Simulates every combination of the values given, and the searches that speedups are "
          "relative to, and keeps each result in STORE. Started again, it continues where it "
          "stopped. Every option of a simulation takes a list: values separated by commas or, "
          "where a value itself contains commas, the option repeated.",
          sweep_options, sweep};
}

} // namespace eldest
