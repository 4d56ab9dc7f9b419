#include "sim/cli/options/command.hpp"
#include "sim/cli/options/problem_options.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/fit_report.hpp"
#include "sim/cli/reports/progress.hpp"
#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/style.hpp"
#include "sim/experiments/fitting/engine_log.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/experiments/value_text.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <iostream>

namespace eldest {
namespace po = boost::program_options;
namespace {

void print_head() {
  const auto head = fmt::format(
      "{:<10} {:>8} {:>12} {:>7} {:>7} {:>7} {:>8} {:>7} {:>8} {:>8} {:>8}", "position", "value",
      "nodes", "b", "eff. b", "first%", "excess", "transp%", "swing", "to even", "to odd");
  std::cout << Style::of(STDOUT_FILENO).heading(head) << '\n';
}

void print_row(const std::string& id, const Problem& problem, const TreeStatistics& tree) {
  std::cout << fmt::format(
      "{:<10} {:>8} {:>12} {:>7.2f} {:>7.2f} {:>7.1f} {:>8.3f} {:>7.1f} "
      "{:>8.1f} {:>8.1f} {:>8.1f}\n",
      on_one_line(id), value_text(problem, tree.value), tree.counts.nodes, tree.branching_factor,
      tree.effective_branching_factor, 100 * tree.first_move_cutoff_rate, tree.excess_leaves,
      100 * tree.transposition_rate, tree.swing, tree.step_to_even_depth, tree.step_to_odd_depth);
}

constexpr std::string_view legend =
    "\nPlain alpha-beta in the game's own order of moves, with no table, killers or history.\n"
    "b: mean number of legal moves; eff. b: growth a ply; first%: cut-offs by the first move;\n"
    "excess: leaves over those of the critical tree (Knuth & Moore 1975) with b moves, less 1;\n"
    "transp%: nodes whose key had been met; swing: mean |v(d) - v(d - 1)|, and the mean step to\n"
    "even and to odd depths.\n";

Json to_json(const Problem& problem, const TreeStatistics& tree) {
  return {{"id", problem.id},
          {"position", problem.position},
          {"value", tree.value},
          {"nodes", tree.counts.nodes},
          {"leaves", tree.counts.leaves},
          {"branching_factor", tree.branching_factor},
          {"effective_branching_factor", tree.effective_branching_factor},
          {"first_move_cutoff_rate", tree.first_move_cutoff_rate},
          {"critical_leaves", tree.critical_leaves},
          {"excess_leaves", tree.excess_leaves},
          {"transposition_rate", tree.transposition_rate},
          {"swing", tree.swing},
          {"step_to_even_depth", tree.step_to_even_depth},
          {"step_to_odd_depth", tree.step_to_odd_depth}};
}

void print_json(const po::variables_map& values, const ChosenProblems& chosen, int depth) {
  auto report = positions_report("stats", values["tree"].as<std::string>(), depth);
  for (const auto& problem : chosen.problems)
    report["positions"].push_back(to_json(problem, problem.measure(depth)));
  add_skipped_positions(report, chosen.skipped);
  std::cout << serialize(report, 2) << '\n';
}

/// Fits a tree to the log of an engine, and reports it.
void fit_to_log(const po::variables_map& values) {
  const auto& file = values["fit"].as<std::string>();
  FitReport report{file, 0, {}, {}};
  try {
    const auto log = load_engine_log(file);
    report.positions = log.size();
    report.log = statistics_of(log);
    if (report.log.by_depth.size() < fewest_fitted_depths)
      throw InputError(fmt::format(
          "{}: has fewer than {} consecutive depths; a fit needs more, the deeper the better", file,
          fewest_fitted_depths));
    ProgressBar bar(values["quiet"].as<bool>());
    FitSettings settings;
    settings.seed = seed_of(values);
    settings.trials = static_cast<int>(in_range(values, "fit-trials", fewest_trials, 100'000));
    settings.on_trial = [&bar](int done, int all) {
      bar.show(static_cast<std::size_t>(done), static_cast<std::size_t>(all));
    };
    report.fit = fit_tree(report.log, settings);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--fit {}", error.what()));
  }
  std::cout << (values["json"].as<bool>() ? fit_json(report) : fit_text(report));
}

Options stats_options() {
  Options options;
  add_problem_options(options);
  options.about("search")                    //
      ("depth,d", text("D"), "depth in ply") //
      ("fit", text("FILE"),
       "fit a synthetic tree to an engine's log (CSV, or the JSON of searches by one processor), "
       "and print the tree instead of measurements; see docs/your-engine.md") //
      ("fit-trials", text("N", std::to_string(FitSettings{}.trials)),
       "trees that --fit tries; fewer take less time, and fit less well");
  add_json_option(options);
  return options;
}

void measure_trees(const po::variables_map& values) {
  if (values.count("fit") != 0)
    return fit_to_log(values);
  if (values.count("depth") == 0)
    throw InputError("--depth D is required, but missing: depth in ply");
  const int depth = static_cast<int>(in_range(values, "depth", 1, max_depth));
  const auto chosen = choose_problems(values);
  const auto& problems = chosen.problems;
  print_skipped(values, chosen.skipped);
  if (values["json"].as<bool>())
    return print_json(values, chosen, depth);
  print_head();
  for (std::size_t i = 0; i < problems.size(); ++i)
    print_row(problems[i].id.empty() ? fmt::format("#{}", i + 1) : problems[i].id, problems[i],
              problems[i].measure(depth));
  std::cout << legend;
  if (const auto& words = problems.front().value_words; !words.unit.empty())
    std::cout << fmt::format("Values in {}; swing and steps in 1/{} of one.\n", words.unit,
                             words.per_unit);
}

} // namespace

Command stats_command() {
  return {"stats", "measure a tree by plain alpha-beta", "", stats_options, measure_trees};
}

} // namespace eldest
