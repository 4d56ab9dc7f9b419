#include "sim/cli/reports/fit_report.hpp"

#include "sim/cli/reports/version.hpp"
#include "sim/experiments/json.hpp"
#include "trees/base/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace {

/// Speed of the hosts of modern platforms, in units of work per second.
constexpr double speed_of_today = 18e9;
constexpr std::string_view platform_of_today = "server-128";

std::string tree_of(const FitReport& report) {
  return fmt::format("synthetic:{}", synthetic::to_short_text(report.fit.tree));
}

std::optional<double> node_cost(const FitReport& report) {
  if (!report.log.node_seconds)
    return std::nullopt;
  return std::round(*report.log.node_seconds * speed_of_today);
}

/// Returns the options that simulate searches of some trees on a modern platform.
std::string options_for(const FitReport& report, const std::string& trees) {
  const auto cost = node_cost(report);
  return fmt::format("--platform {} --model loggp --tree {}{} --depth {}", platform_of_today, trees,
                     cost ? fmt::format(" --node-costs {},0,0,0", *cost) : "",
                     report.log.by_depth.back().depth);
}

/// Returns a command line that simulates searches of the fitted tree.
std::string simulation_of(const FitReport& report) {
  return fmt::format("eldest simulate {} --processors 1..64:x2 --baseline",
                     options_for(report, tree_of(report)));
}

/// Returns a command line that sweeps algorithms over ten trees that differ in their seeds.
std::string sweep_of(const FitReport& report) {
  return fmt::format(
      "eldest sweep fit.db {} --processors 16,64 --algorithm abdada,ybwc,shared-table",
      options_for(report, tree_of(report) + ",seed=1..10"));
}

const FittedFigure* find_figure(const FitReport& report, FitKind kind, int depth) {
  const auto& figures = report.fit.figures;
  const auto found = std::ranges::find_if(figures, [&](const FittedFigure& figure) {
    return figure.kind == kind && figure.depth == depth;
  });
  return found == figures.end() ? nullptr : &*found;
}

std::string percent(std::optional<double> rate) {
  return rate ? fmt::format("{:.1f}", 100 * *rate) : "";
}

std::optional<double> fitted_at(const FitReport& report, FitKind kind, int depth) {
  const auto* const figure = find_figure(report, kind, depth);
  return figure == nullptr ? std::nullopt : std::optional(figure->fitted);
}

std::string nodes_text(std::optional<double> log_nodes) {
  return log_nodes ? fmt::format("{:.0f}", std::exp(*log_nodes)) : "";
}

using Line = std::back_insert_iterator<std::string>;

void write_depths(Line out, const FitReport& report) {
  fmt::format_to(out, "{:>6} {:>13} {:>13} {:>9} {:>7} {:>9} {:>7} {:>9} {:>7}\n", "depth", "nodes",
                 "fit", "first%", "fit", "deep%", "fit", "table%", "fit");
  for (const auto& logged : report.log.by_depth) {
    const int depth = logged.depth;
    fmt::format_to(
        out, "{:>5}{} {:>13} {:>13} {:>9} {:>7} {:>9} {:>7} {:>9} {:>7}\n", depth,
        depth > report.fit.depth ? '*' : ' ', nodes_text(logged.log_nodes),
        nodes_text(fitted_at(report, FitKind::nodes, depth)), percent(logged.first_move_rate),
        percent(fitted_at(report, FitKind::first_move_rate, depth)),
        percent(logged.deep_first_move_rate),
        percent(fitted_at(report, FitKind::deep_first_move_rate, depth)),
        percent(logged.table_rate), percent(fitted_at(report, FitKind::table_rate, depth)));
  }
}

constexpr std::string_view fit_legend =
    "nodes: geometric mean of an iteration; first%: cut-offs by the first move; deep%: the same "
    "of\n"
    "nodes of depth 3 or more; table%: nodes that the table's answer ended; fit: NegaScout with a\n"
    "table on the tree below.\n";

/// Returns the name of a figure, such as "nodes at depth 5".
std::string name_of(const FittedFigure& figure) {
  switch (figure.kind) {
  case FitKind::nodes:
    return fmt::format("nodes at depth {}", figure.depth);
  case FitKind::first_move_rate:
    return fmt::format("cut-offs by the first move at depth {}", figure.depth);
  case FitKind::deep_first_move_rate:
    return fmt::format("cut-offs by the first move of nodes of depth 3 or more, at depth {}",
                       figure.depth);
  case FitKind::table_rate:
    return fmt::format("nodes ended by the table at depth {}", figure.depth);
  case FitKind::branching:
    return "moves of a node";
  case FitKind::step:
    return "step of values";
  case FitKind::alternation:
    return "odd-even swing";
  }
  return "";
}

/// Returns a comparison of a fitted figure with the logged one, such as "1.05 times the log's" for
/// nodes. For other kinds, it gives both figures, as in "53.0 %, not 60.0 %".
std::string miss_of(const FittedFigure& figure) {
  if (figure.kind == FitKind::nodes)
    return fmt::format("{:.2f} times the log's", std::exp(figure.fitted - figure.logged));
  if (figure.kind == FitKind::branching)
    return fmt::format("{:.1f}, not {:.1f}", figure.fitted, figure.logged);
  if (figure.kind == FitKind::alternation)
    return fmt::format("{:.2f} of a step, not {:.2f}", figure.fitted, figure.logged);
  return fmt::format("{:.1f} %, not {:.1f} %", 100 * figure.fitted, 100 * figure.logged);
}

void write_misses(Line out, const FitReport& report) {
  bool all_met = true;
  for (const auto& figure : report.fit.figures) {
    if (figure.kind == FitKind::step || figure.met())
      continue;
    all_met = false;
    fmt::format_to(out, "not met: {}: {}{}\n", name_of(figure), miss_of(figure),
                   figure.tried ? "" : " (predicted)");
  }
  if (all_met)
    fmt::format_to(out, "met: all figures, within twice their tolerances\n");
}

struct VerdictWords {
  std::string_view name; ///< as in JSON
  std::string_view meaning;
};

VerdictWords words_of(FitVerdict verdict) {
  switch (verdict) {
  case FitVerdict::usable:
    return {"usable", "speedups of the tree stand for those of the program"};
  case FitVerdict::ranking_only:
    return {"ranking only", "the tree may tell which algorithm is faster, but not by how much"};
  case FitVerdict::unusable:
    return {"unusable", "the tree is too different from the log to say anything of the program"};
  }
  return {};
}

/// Returns a line for each figure that the log lacks. The line says how the fit does without the
/// figure.
std::vector<std::string_view> gaps(const FitReport& report) {
  const auto& log = report.log;
  const auto lacks = [&](std::optional<double> DepthStatistics::*rate) {
    return std::ranges::none_of(log.by_depth,
                                [rate](const auto& one) { return (one.*rate).has_value(); });
  };
  std::vector<std::string_view> lines;
  if (!log.branching)
    lines.emplace_back(
        "expanded, moves: the number of moves is that which explains the nodes best");
  if (!log.forced)
    lines.emplace_back("forced: no node is taken to have a single move");
  if (lacks(&DepthStatistics::first_move_rate))
    lines.emplace_back(
        "cutoffs, first_cutoffs: how well moves are ordered follows from nodes alone");
  if (lacks(&DepthStatistics::deep_first_move_rate))
    lines.emplace_back("deep_cutoffs, deep_first_cutoffs: swings are the same in all nodes");
  if (lacks(&DepthStatistics::table_rate))
    lines.emplace_back("table_cutoffs, expanded: transpositions are a guess");
  if (!log.step)
    lines.emplace_back("value: the unit of values is arbitrary, and values do not swing");
  if (!log.node_seconds)
    lines.emplace_back("seconds: the cost of a node is that of other synthetic trees");
  return lines;
}

Json figure_json(const FittedFigure& figure) {
  Json json;
  const bool nodes = figure.kind == FitKind::nodes;
  json["log"] = nodes ? std::exp(figure.logged) : figure.logged;
  json["fit"] = nodes ? std::exp(figure.fitted) : figure.fitted;
  json["tried"] = figure.tried;
  json["met"] = figure.met();
  return json;
}

template <class Value> Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

} // namespace

std::string fit_text(const FitReport& report) {
  const auto& [file, positions, log, fit] = report;
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out, "log {}: {} position{}, depths {} to {}; fitted by depths up to {}, on {} trees\n\n",
      on_one_line(file), positions, positions == 1 ? "" : "s", log.by_depth.front().depth,
      log.by_depth.back().depth, fit.depth, fit.trees);
  write_depths(out, report);
  text += fit_legend;
  if (log.by_depth.back().depth > fit.depth)
    text += "*: predicted; too deep to be searched for each trial, or at all.\n";
  if (const auto* const step = find_figure(report, FitKind::step, 0)) {
    fmt::format_to(out, "values change by {:.1f} from iteration to iteration (fit {:.1f})",
                   step->logged, step->fitted);
    if (const auto* const swing = find_figure(report, FitKind::alternation, 0))
      fmt::format_to(out, ", by {:.2f} of that up and down (fit {:.2f})", swing->logged,
                     swing->fitted);
    text += '\n';
  }
  if (log.quiescence && *log.quiescence > 0)
    fmt::format_to(out,
                   "quiescence: {:.2f} nodes for each other node, whose time includes theirs\n",
                   *log.quiescence);
  text += '\n';
  write_misses(out, report);
  for (const auto line : gaps(report))
    fmt::format_to(out, "not in the log: {}\n", line);
  const auto verdict = verdict_on(fit, log);
  fmt::format_to(out, "\nverdict: {}: {}\n", words_of(verdict).name, words_of(verdict).meaning);
  if (verdict == FitVerdict::unusable)
    return text;
  fmt::format_to(out, "\n--tree {}\n", tree_of(report));
  if (log.node_seconds)
    fmt::format_to(out,
                   "a node takes {:.3g} us: --node-costs {},0,0,0 on hosts of 18Gf, like those of "
                   "the modern platforms\n",
                   1e6 * *log.node_seconds, *node_cost(report));
  fmt::format_to(
      out, "\none tree:\n{}\n\nten trees, and a table with intervals:\n{}\neldest report fit.db\n",
      simulation_of(report), sweep_of(report));
  return text;
}

std::string fit_json(const FitReport& report) {
  const auto& [file, positions, log, fit] = report;
  const auto verdict = verdict_on(fit, log);
  Json json{{"command", "stats"},
            {"version", version},
            {"fit",
             {{"log", file},
              {"positions", positions},
              {"fitted_depth", fit.depth},
              {"trees", fit.trees},
              {"branching_factor", or_null(log.branching)},
              {"forced", or_null(log.forced)},
              {"quiescence", or_null(log.quiescence)},
              {"node_s", or_null(log.node_seconds)}}},
            {"verdict", words_of(verdict).name},
            {"tree", tree_of(report)},
            {"node_costs", Json()},
            {"depths", Json::array()}};
  if (const auto cost = node_cost(report))
    json["node_costs"] = {*cost, 0, 0, 0};
  for (const auto& logged : log.by_depth) {
    Json row{{"depth", logged.depth}};
    for (const auto& [name, kind] :
         {std::pair("nodes", FitKind::nodes),
          std::pair("first_move_cutoff_rate", FitKind::first_move_rate),
          std::pair("deep_first_move_cutoff_rate", FitKind::deep_first_move_rate),
          std::pair("table_rate", FitKind::table_rate)}) {
      if (const auto* const figure = find_figure(report, kind, logged.depth))
        row[name] = figure_json(*figure);
    }
    json["depths"].push_back(std::move(row));
  }
  for (const auto& [name, kind] :
       {std::pair("branching", FitKind::branching), std::pair("step", FitKind::step),
        std::pair("alternation", FitKind::alternation)}) {
    if (const auto* const figure = find_figure(report, kind, 0))
      json[name] = figure_json(*figure);
  }
  json["not_in_log"] = gaps(report);
  const bool usable = verdict != FitVerdict::unusable;
  json["simulate"] = usable ? Json(simulation_of(report)) : Json();
  json["sweep"] = usable ? Json(sweep_of(report)) : Json();
  return serialize(json, 2) + '\n';
}

} // namespace eldest
