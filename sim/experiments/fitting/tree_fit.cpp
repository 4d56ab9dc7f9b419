#include "sim/experiments/fitting/tree_fit.hpp"

#include "algorithms/sequential/sequential.hpp"
#include "sim/experiments/fitting/counting_processor.hpp"
#include "sim/experiments/fitting/minimum.hpp"
#include "trees/base/random.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace eldest {
namespace {

using synthetic::Parameters;

/// The parameter `spread`, which is the unit of values, while parameters are tried. It is large, so
/// that the other parameters in points, which are whole numbers, can change in small steps.
constexpr int trial_spread = 1000;

/// A parameter that is fitted. A place in [0, 1] stands for its value; 0 and 1 are the ends of its
/// range.
struct Unknown {
  double usual; ///< place of the value in a usual game
  void (*set)(Parameters& parameters, double place);
};

constexpr double least_branching = 2;
constexpr double most_branching = 60;

/// Sets the number of moves to range from half of `mean` to one and a half times `mean`.
void set_branching(Parameters& parameters, double mean) {
  auto& [fewest, most, geometric] = parameters.branching;
  fewest = std::clamp(static_cast<int>(std::lround(mean / 2)), 1, 256);
  most = std::clamp(static_cast<int>(std::lround(2 * mean)) - fewest, fewest, 256);
  geometric = 0;
}

constexpr Unknown order{0.6, [](Parameters& tree, double place) { tree.order = place; }};
constexpr Unknown falloff{
    0.87, [](Parameters& tree, double place) { tree.falloff = 0.3 + 0.69 * place; }};
constexpr Unknown noise{0.4, [](Parameters& tree, double place) {
                          tree.noise = static_cast<int>(3 * trial_spread * place * place);
                        }};
constexpr Unknown persistence{
    0.7, [](Parameters& tree, double place) { tree.persistence = 0.95 * place; }};
constexpr Unknown trend{0.2, [](Parameters& tree, double place) {
                          tree.trend = static_cast<int>(0.3 * trial_spread * place * place);
                        }};
constexpr Unknown reduction{0, [](Parameters& tree, double place) { tree.reduction = 3 * place; }};
constexpr Unknown transpositions{
    0.5, [](Parameters& tree, double place) { tree.transpositions = place; }};
/// Places below 0.5 are negative swings.
constexpr Unknown swing{0.5, [](Parameters& tree, double place) {
                          const double signed_place = 2 * place - 1;
                          tree.swing = static_cast<int>(3 * trial_spread * signed_place *
                                                        std::abs(signed_place));
                        }};
constexpr Unknown branching{
    0.84, [](Parameters& tree, double place) {
      set_branching(tree, least_branching * std::pow(most_branching / least_branching, place));
    }};

LoggedIteration iteration_of(const Counters& now, const Counters& before,
                             const IterationResult& result) {
  const auto counted = [&](std::uint64_t Counters::*counter) {
    return static_cast<double>(now.*counter - before.*counter);
  };
  LoggedIteration iteration;
  iteration.depth = result.depth;
  iteration.value = result.value;
  iteration.nodes = static_cast<double>(now.nodes() - before.nodes());
  iteration.expanded = counted(&Counters::expanded);
  iteration.moves = counted(&Counters::moves);
  iteration.cutoffs = counted(&Counters::cutoffs);
  iteration.first_move_cutoffs = counted(&Counters::first_move_cutoffs);
  iteration.table_cutoffs = counted(&Counters::table_hits);
  return iteration;
}

/// Searches a tree by NegaScout with a transposition table, to `depth` or until `node_limit` nodes.
/// Returns the counts of each complete iteration.
LoggedSearch search_tree(const Parameters& parameters, int depth, double node_limit) {
  constexpr double fewest_entries = 1 << 12;
  constexpr double most_entries = 1 << 22;
  // Nodes of the limit for each table entry. Few searches come near the limit.
  constexpr double nodes_for_each = 4;
  const auto entries = static_cast<std::uint64_t>(
      std::clamp(node_limit / nodes_for_each, fewest_entries, most_entries));
  const synthetic::Tree tree(parameters);
  Tables tables({.entries = std::bit_ceil(entries)}, 1);
  CountingProcessor processor(tables, node_limit);
  SearchSettings settings;
  settings.depth = depth;
  settings.costs.visit = 1;
  const auto outcome = SequentialSearch<synthetic::Position, CountingProcessor>(processor, settings)
                           .run(synthetic::Position(tree));
  LoggedSearch search;
  Counters before;
  for (std::size_t i = 0; i < outcome.iterations.size(); ++i) {
    const auto& now = outcome.running_counters[i];
    search.iterations.push_back(iteration_of(now, before, outcome.iterations[i]));
    before = now;
  }
  return search;
}

std::optional<double> figure_of(const DepthStatistics& statistics, FitKind kind) {
  if (kind == FitKind::nodes)
    return statistics.log_nodes;
  return kind == FitKind::first_move_rate ? statistics.first_move_rate : statistics.table_rate;
}

/// Returns the alternation of values as a multiple of the step between iterations. Returns nothing
/// if one of them is unknown or the step is 0.
std::optional<double> relative_alternation(const LogStatistics& statistics) {
  if (!statistics.alternation || !statistics.step || *statistics.step == 0)
    return std::nullopt;
  return *statistics.alternation / *statistics.step;
}

/// Returns how far `fitted` is above `logged`, in units of the figure's tolerance; negative if
/// below.
double deviation(FitKind kind, double logged, double fitted) {
  switch (kind) {
  case FitKind::nodes: // wider for small iterations, which say little about large ones
    return (fitted - logged) / (nodes_tolerance * std::sqrt(1 + 1000 / std::exp(logged)));
  case FitKind::first_move_rate:
  case FitKind::table_rate:
    return (fitted - logged) / rate_tolerance;
  case FitKind::step:
    return logged <= 0 || fitted <= 0 ? 0 : std::log(fitted / logged) / step_tolerance;
  case FitKind::alternation:
    return (fitted - logged) / step_tolerance;
  }
  return 0;
}

FittedFigure compare(FitKind kind, int depth, double logged, double fitted) {
  return {kind, depth, logged, fitted, deviation(kind, logged, fitted), false};
}

/// Compares the figures that both `log` and `fit` have, except the step.
std::vector<FittedFigure> compare(const LogStatistics& log, const LogStatistics& fit) {
  std::vector<FittedFigure> figures;
  for (const auto& logged : log.by_depth) {
    const auto fitted = std::ranges::find(fit.by_depth, logged.depth, &DepthStatistics::depth);
    if (fitted == fit.by_depth.end())
      continue;
    for (const auto kind : {FitKind::nodes, FitKind::first_move_rate, FitKind::table_rate}) {
      const auto one = figure_of(logged, kind);
      const auto other = figure_of(*fitted, kind);
      if (one && other)
        figures.push_back(compare(kind, logged.depth, *one, *other));
    }
  }
  const auto one = relative_alternation(log);
  const auto other = relative_alternation(fit);
  if (one && other)
    figures.push_back(compare(FitKind::alternation, 0, *one, *other));
  return figures;
}

/// A fit in progress.
class Fit {
public:
  Fit(const LogStatistics& log, const FitSettings& settings)
      : log_(log), settings_(settings), trees_(choose_trees()) {
    if (log.branching)
      set_branching(start_, *log.branching);
    else
      unknowns_.push_back(branching);
    const auto has = [&](std::optional<double> DepthStatistics::*rate) {
      return std::ranges::any_of(log.by_depth,
                                 [rate](const auto& one) { return (one.*rate).has_value(); });
    };
    start_.spread = trial_spread;
    transpositions.set(start_, transpositions.usual);
    unknowns_.insert(unknowns_.end(), {order, falloff, noise, persistence, trend, reduction});
    if (has(&DepthStatistics::table_rate))
      unknowns_.push_back(transpositions);
    if (relative_alternation(log))
      unknowns_.push_back(swing);
  }

  [[nodiscard]] TreeFit run() {
    const auto first = random_start();
    const int second_part = (settings_.trials - trials_) / 3;
    const auto rough = search_from(first, 0.2, settings_.trials - trials_ - second_part);
    const auto fine = search_from(rough.point, 0.1, settings_.trials - trials_);
    return finish(parameters_at(fine.point));
  }

private:
  static constexpr int fewest_trees = 4;
  static constexpr int most_trees = 32;

  /// Chooses how many of the log's depths, and how many trees, every trial searches. Both numbers
  /// are as large as `settings_.nodes`, the nodes of a trial, allows.
  [[nodiscard]] TreeSearches choose_trees() const {
    TreeSearches trees{mix(settings_.seed), 0, 0, 0};
    double nodes = 0;
    std::size_t depths = 0;
    for (const auto& logged : log_.by_depth) {
      const double more = std::exp(logged.log_nodes);
      if (depths >= fewest_fitted_depths && fewest_trees * (nodes + more) > settings_.nodes)
        break;
      nodes += more;
      ++depths;
      trees.depth = logged.depth;
    }
    trees.trees = static_cast<int>(
        std::clamp(settings_.nodes / nodes, double{fewest_trees}, double{most_trees}));
    trees.node_limit = std::max(1000.0, 12 * nodes);
    return trees;
  }

  [[nodiscard]] Parameters parameters_at(const std::vector<double>& point) const {
    Parameters parameters = start_;
    for (std::size_t i = 0; i < point.size(); ++i)
      unknowns_[i].set(parameters, point[i]);
    return parameters;
  }

  /// Returns the penalty for parameters far from the usual ones.
  [[nodiscard]] double penalty(const std::vector<double>& point) const {
    // At this distance, the penalty is that of a figure that misses by its tolerance.
    constexpr double usual_distance = 0.5;
    double sum = 0;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double distance = (point[i] - unknowns_[i].usual) / usual_distance;
      sum += distance * distance;
    }
    return sum;
  }

  [[nodiscard]] double misfit(const std::vector<double>& point) {
    settings_.on_trial(++trials_, settings_.trials);
    const auto searched = search_trees(parameters_at(point), trees_);
    const auto complete = static_cast<std::size_t>(trees_.depth);
    std::size_t missing = complete * (static_cast<std::size_t>(trees_.trees) - searched.size());
    for (const auto& search : searched)
      missing += complete - search.iterations.size();
    constexpr double too_large = 1e6;
    if (missing != 0)
      return too_large * static_cast<double>(missing);
    double sum = penalty(point);
    for (const auto& figure : compare(log_, statistics_of(searched)))
      sum += figure.deviation * figure.deviation;
    return sum;
  }

  /// Returns the point of least misfit among some random points and the usual one.
  [[nodiscard]] std::vector<double> random_start() {
    SplitMix64 random(settings_.seed);
    std::vector<double> best;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < std::max(1, settings_.trials / 4); ++i) {
      std::vector<double> point;
      for (const auto& unknown : unknowns_)
        point.push_back(i == 0 ? unknown.usual : unit_interval(random()));
      if (const double value = misfit(point); value < least) {
        least = value;
        best = std::move(point);
      }
    }
    return best;
  }

  [[nodiscard]] Minimum search_from(const std::vector<double>& start, double step, int trials) {
    constexpr double tolerance = 0.01;
    return find_minimum([this](const std::vector<double>& point) { return misfit(point); }, start,
                        step, trials, tolerance);
  }

  /// Returns the tree with its values in the log's unit, and compares its searches with the log.
  /// These searches go to all depths of the log, even those that no trial searched.
  [[nodiscard]] TreeFit finish(Parameters tree) const {
    set_unit(tree);
    TreeSearches trees = trees_;
    trees.depth = log_.by_depth.back().depth;
    trees.node_limit = 5 * settings_.nodes;
    TreeFit fit{tree, trees_.depth, trees_.trees, {}};
    const auto fitted = statistics_of(search_trees(tree, trees));
    fit.figures = compare(log_, fitted);
    for (auto& figure : fit.figures)
      figure.tried = figure.depth <= trees_.depth;
    if (log_.step && fitted.step)
      fit.figures.push_back(compare(FitKind::step, 0, *log_.step, *fitted.step));
    return fit;
  }

  void set_unit(Parameters& tree) const {
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
    tree.order = rounded(tree.order);
    tree.falloff = rounded(tree.falloff);
    tree.persistence = rounded(tree.persistence);
    tree.transpositions = rounded(tree.transpositions);
    tree.reduction = rounded(tree.reduction);
    const auto step = statistics_of(search_trees(tree, trees_)).step;
    if (!log_.step || !step || *step == 0)
      return;
    // At most 5, to keep the parameters within their limits.
    const double unit = std::min(5.0, *log_.step / *step);
    const auto scale = [unit](int& points) {
      points = static_cast<int>(std::lround(points * unit));
    };
    scale(tree.spread);
    scale(tree.trend);
    scale(tree.noise);
    scale(tree.swing);
    tree.spread = std::max(1, tree.spread);
  }

  const LogStatistics& log_;
  const FitSettings& settings_;
  TreeSearches trees_;
  Parameters start_;
  std::vector<Unknown> unknowns_;
  int trials_ = 0;
};

} // namespace

EngineLog search_trees(Parameters parameters, const TreeSearches& searches) {
  EngineLog log;
  for (int i = 0; i < searches.trees; ++i) {
    parameters.seed = mix(searches.seed + static_cast<std::uint64_t>(i));
    auto search = search_tree(parameters, searches.depth, searches.node_limit);
    search.position = fmt::format("{}", i + 1);
    if (!search.iterations.empty())
      log.push_back(std::move(search));
  }
  return log;
}

TreeFit fit_tree(const LogStatistics& log, const FitSettings& settings) {
  assert(log.by_depth.size() >= fewest_fitted_depths);
  assert(settings.trials >= fewest_trials);
  return Fit(log, settings).run();
}

} // namespace eldest
