#include "sim/experiments/fitting/tree_fit.hpp"

#include "algorithms/sequential/sequential.hpp"
#include "sim/experiments/fitting/counting_processor.hpp"
#include "sim/experiments/fitting/minimum.hpp"
#include "sim/system/new_thread.hpp"
#include "trees/base/random.hpp"
#include "trees/synthetic/position.hpp"
#include "trees/synthetic/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <thread>
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
constexpr double most_branching = 160;

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
constexpr Unknown commuting{0.6, [](Parameters& tree, double place) { tree.commuting = place; }};
/// Places below 0.5 are negative swings.
constexpr Unknown swing{0.5, [](Parameters& tree, double place) {
                          const double signed_place = 2 * place - 1;
                          tree.swing = static_cast<int>(3 * trial_spread * signed_place *
                                                        std::abs(signed_place));
                        }};
constexpr Unknown swing_noise{0.4, [](Parameters& tree, double place) {
                                tree.swing_noise =
                                    static_cast<int>(3 * trial_spread * place * place);
                              }};
constexpr Unknown branching{
    0.65, [](Parameters& tree, double place) {
      set_branching(tree, least_branching * std::pow(most_branching / least_branching, place));
    }};

/// Returns the mean number of moves of nodes that are not forced.
double mean_of_others(double mean, double forced) {
  return forced < 1 ? (mean - forced) / (1 - forced) : 1;
}

double place_of_branching(double mean) {
  return std::clamp(std::log(mean / least_branching) / std::log(most_branching / least_branching),
                    0.0, 1.0);
}

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
  iteration.forced = counted(&Counters::forced);
  iteration.cutoffs = counted(&Counters::cutoffs);
  iteration.first_move_cutoffs = counted(&Counters::first_move_cutoffs);
  iteration.deep_cutoffs = counted(&Counters::deep_cutoffs);
  iteration.deep_first_move_cutoffs = counted(&Counters::deep_first_move_cutoffs);
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

/// Calls `function` for each of the numbers below `count`, on all cores. Throws what a call throws.
void for_all_on_cores(std::size_t count, const std::function<void(std::size_t)>& function) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr error;
  std::once_flag first_error;
  const auto work = [&] {
    try {
      for (auto i = next++; i < count; i = next++)
        function(i);
    } catch (...) {
      std::call_once(first_error, [&] { error = std::current_exception(); });
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core)
      others.push_back(new_thread("a thread of the fit", work));
    work();
  }
  if (error)
    std::rethrow_exception(error);
}

std::optional<double> figure_of(const DepthStatistics& statistics, FitKind kind) {
  switch (kind) {
  case FitKind::nodes:
    return statistics.log_nodes;
  case FitKind::first_move_rate:
    return statistics.first_move_rate;
  case FitKind::deep_first_move_rate:
    return statistics.deep_first_move_rate;
  case FitKind::table_rate:
    return statistics.table_rate;
  default:
    return std::nullopt;
  }
}

/// Returns the alternation of values as a multiple of the step between iterations. Returns nothing
/// if one of them is unknown or the step is 0.
std::optional<double> relative_alternation(const LogStatistics& statistics) {
  if (!statistics.alternation || !statistics.step || *statistics.step == 0)
    return std::nullopt;
  return *statistics.alternation / *statistics.step;
}

/// Returns the tolerance of a share of cut-offs by the first move. It is narrow if other moves
/// seldom cut off. Parallel searches search for nothing where they do.
double first_move_tolerance(double logged) { return 0.01 + 0.05 * (1 - logged); }

/// Returns how far `fitted` is above `logged`, in units of the figure's tolerance; negative if
/// below.
double deviation(FitKind kind, double logged, double fitted) {
  switch (kind) {
  case FitKind::nodes: // wider for small iterations, which say little about large ones
    return (fitted - logged) / (nodes_tolerance * std::sqrt(1 + 1000 / std::exp(logged)));
  case FitKind::first_move_rate:
  case FitKind::deep_first_move_rate:
    return (fitted - logged) / first_move_tolerance(logged);
  case FitKind::table_rate:
    return (fitted - logged) / rate_tolerance;
  case FitKind::branching:
    return std::log(fitted / logged) / branching_tolerance;
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
    for (const auto kind : {FitKind::nodes, FitKind::first_move_rate, FitKind::deep_first_move_rate,
                            FitKind::table_rate}) {
      const auto one = figure_of(logged, kind);
      const auto other = figure_of(*fitted, kind);
      if (one && other)
        figures.push_back(compare(kind, logged.depth, *one, *other));
    }
  }
  if (log.branching && fit.branching)
    figures.push_back(compare(FitKind::branching, 0, *log.branching, *fit.branching));
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
      : log_(log), settings_(settings), trees_(choose_trees(settings.nodes / rough_share)) {
    const auto has = [&](std::optional<double> DepthStatistics::*rate) {
      return std::ranges::any_of(log.by_depth,
                                 [rate](const auto& one) { return (one.*rate).has_value(); });
    };
    start_.spread = trial_spread;
    commuting.set(start_, commuting.usual);
    unknowns_ = {branching, order, falloff, noise, persistence, trend, reduction};
    start_.forced = log.forced.value_or(0);
    if (log.branching)
      unknowns_.front().usual = place_of_branching(mean_of_others(*log.branching, start_.forced));
    if (has(&DepthStatistics::table_rate))
      unknowns_.push_back(commuting);
    if (has(&DepthStatistics::deep_first_move_rate))
      unknowns_.push_back(swing_noise);
    if (relative_alternation(log))
      unknowns_.push_back(swing);
  }

  [[nodiscard]] TreeFit run() {
    const auto function = [this](const std::vector<double>& point) { return misfit(point); };
    const int fine_trials = std::max(1, settings_.trials / 20);
    const auto rough = best_of_rounds(function, settings_.trials - fine_trials);
    trees_ = choose_trees(settings_.nodes); // others, to which the first parameters are not fitted
    trees_.seed = mix(trees_.seed);
    constexpr double step = 0.05;
    const auto fine = find_minimum(function, rough.point, step,
                                   std::max(1, settings_.trials - trials_), tolerance);
    return finish(parameters_at(fine.point));
  }

private:
  static constexpr double rough_share = 16;
  static constexpr int fewest_trees = 4;
  static constexpr int most_trees = 32;
  static constexpr double tolerance = 0.01; ///< of a misfit

  /// Returns the best minimum of several rounds, of `trials` trials together. The misfit has many
  /// local minima, and a round finds one of them. In each round a global search is followed by a
  /// local one.
  [[nodiscard]] Minimum best_of_rounds(const Function& function, int trials) const {
    constexpr int fewest_in_a_round = 600;
    constexpr double global_share = 0.6;
    constexpr double step = 0.1;
    const int rounds = std::clamp(trials / fewest_in_a_round, 1, 4);
    std::vector<double> usual;
    for (const auto& unknown : unknowns_)
      usual.push_back(unknown.usual);
    Minimum best{usual, std::numeric_limits<double>::infinity()};
    for (int round = 0; round < rounds; ++round) {
      const int end = trials * (round + 1) / rounds;
      const int global_trials = std::max(1, static_cast<int>(global_share * (end - trials_)));
      const auto begun =
          find_global_minimum(function, usual, 3 * usual.size() + 1, global_trials,
                              mix(settings_.seed + static_cast<std::uint64_t>(round)));
      auto found = find_minimum(function, begun.point, step, std::max(1, end - trials_), tolerance);
      if (found.value < best.value)
        best = std::move(found);
    }
    return best;
  }

  /// Returns the nodes of all iterations of the log up to `depth`, for one tree.
  [[nodiscard]] double nodes_to(int depth) const {
    double nodes = 0;
    for (const auto& logged : log_.by_depth) {
      if (logged.depth <= depth)
        nodes += std::exp(logged.log_nodes);
    }
    return nodes;
  }

  /// Returns the greatest depth of the log to which searches of `trees` trees have at most
  /// `most_nodes` nodes. It is the fewest depths that can be fitted if all have more.
  [[nodiscard]] int depth_within(double most_nodes, int trees) const {
    int depth = log_.by_depth[fewest_fitted_depths - 1].depth;
    while (depth < log_.by_depth.back().depth && trees * nodes_to(depth + 1) <= most_nodes)
      ++depth;
    return depth;
  }

  /// Chooses how many of the log's depths, and how many trees, a trial of `most_nodes` nodes
  /// searches. Both numbers are as large as possible.
  [[nodiscard]] TreeSearches choose_trees(double most_nodes) const {
    constexpr double most_excess = 5; // of the nodes of a tree over those of the log
    const int depth = depth_within(most_nodes, fewest_trees);
    const double nodes = nodes_to(depth);
    return {
        mix(settings_.seed),
        static_cast<int>(std::clamp(most_nodes / nodes, double{fewest_trees}, double{most_trees})),
        depth, std::max(1000.0, most_excess * nodes)};
  }

  /// Returns the searches of further trees, to the depths of fewer nodes, whose statistics vary
  /// most from tree to tree. They have at most half of the nodes of the others.
  [[nodiscard]] TreeSearches shallow_trees() const {
    constexpr int for_each_tree = 3;
    TreeSearches shallow = trees_;
    shallow.seed = mix(~trees_.seed);
    shallow.trees *= for_each_tree;
    shallow.depth = std::min(
        trees_.depth - 1, depth_within(trees_.trees * nodes_to(trees_.depth) / 2, shallow.trees));
    return shallow;
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

  /// Returns the factor by which the tolerance of iterations to `depth` is wider than that of the
  /// deepest ones. It is 1 for figures of all iterations, whose depth is 0.
  [[nodiscard]] double doubt(int depth) const {
    constexpr double for_each_ply = 0.5;
    return depth == 0 ? 1 : 1 + for_each_ply * (trees_.depth - depth);
  }

  [[nodiscard]] double misfit(const std::vector<double>& point) {
    settings_.on_trial(++trials_, settings_.trials);
    auto searched = search_trees(parameters_at(point), trees_);
    const auto complete = static_cast<std::size_t>(trees_.depth);
    std::size_t missing = complete * (static_cast<std::size_t>(trees_.trees) - searched.size());
    for (const auto& search : searched)
      missing += complete - search.iterations.size();
    std::ranges::move(search_trees(parameters_at(point), shallow_trees()),
                      std::back_inserter(searched));
    constexpr double too_large = 1e6;
    if (missing != 0)
      return too_large * static_cast<double>(missing);
    double sum = penalty(point);
    for (const auto& figure : compare(log_, statistics_of(searched)))
      sum += std::pow(figure.deviation / doubt(figure.depth), 2);
    return sum;
  }

  /// Returns the tree with its values in the log's unit, and compares its searches with the log.
  /// These searches are of new trees, and go to all depths of the log, even those that no trial
  /// searched.
  [[nodiscard]] TreeFit finish(Parameters tree) const {
    set_unit(tree);
    TreeFit fit{tree, trees_.depth, trees_.trees, {}};
    const TreeSearches trees{mix(trees_.seed), most_trees, log_.by_depth.back().depth,
                             5 * settings_.nodes};
    const auto fitted = statistics_of(search_trees(tree, trees));
    fit.figures = compare(log_, fitted);
    for (auto& figure : fit.figures)
      figure.tried = figure.depth <= trees_.depth;
    if (log_.step && fitted.step)
      fit.figures.push_back(compare(FitKind::step, 0, *log_.step, *fitted.step));
    return fit;
  }

  /// Returns the greatest factor that keeps all parameters in points within their limits.
  [[nodiscard]] static double greatest_unit(const Parameters& tree) {
    const std::array<std::pair<int, double>, 5> limits{{{tree.spread, 10'000},
                                                        {tree.trend, 1'000},
                                                        {tree.noise, 5'000},
                                                        {tree.swing_noise, 5'000},
                                                        {std::abs(tree.swing), 5'000}}};
    double unit = std::numeric_limits<double>::infinity();
    for (const auto& [points, limit] : limits) {
      if (points > 0)
        unit = std::min(unit, limit / points);
    }
    return unit;
  }

  void set_unit(Parameters& tree) const {
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
    tree.forced = rounded(tree.forced);
    tree.order = rounded(tree.order);
    tree.falloff = rounded(tree.falloff);
    tree.persistence = rounded(tree.persistence);
    tree.commuting = rounded(tree.commuting);
    tree.reduction = rounded(tree.reduction);
    const auto step = statistics_of(search_trees(tree, trees_)).step;
    if (!log_.step || !step || *step == 0)
      return;
    // With fewer points, whole points would be too coarse for the parameters.
    constexpr double least_spread = 300;
    const double unit =
        std::min(std::max(*log_.step / *step, least_spread / tree.spread), greatest_unit(tree));
    const auto scale = [unit](int& points) {
      points = static_cast<int>(std::lround(points * unit));
    };
    scale(tree.spread);
    scale(tree.trend);
    scale(tree.noise);
    scale(tree.swing);
    scale(tree.swing_noise);
  }

  const LogStatistics& log_;
  const FitSettings& settings_;
  TreeSearches trees_;
  Parameters start_;
  std::vector<Unknown> unknowns_;
  int trials_ = 0;
};

bool is_judged(const DepthStatistics& logged, const LogStatistics& log) {
  const double nodes = std::exp(logged.log_nodes);
  return nodes >= fewest_judged_nodes &&
         nodes >= judged_share * std::exp(log.by_depth.back().log_nodes);
}

/// Returns true if the figure is not judged, or within the limits.
bool keeps_within(const FittedFigure& figure, const LogStatistics& log, const FitLimits& limits) {
  const auto logged = std::ranges::find(log.by_depth, figure.depth, &DepthStatistics::depth);
  if (logged == log.by_depth.end() || !is_judged(*logged, log))
    return true;
  const double difference = std::abs(figure.fitted - figure.logged);
  const bool deepest = figure.depth == log.by_depth.back().depth;
  switch (figure.kind) {
  case FitKind::nodes:
    return difference <= std::log(deepest ? limits.deepest_nodes : limits.nodes);
  case FitKind::first_move_rate:
  case FitKind::deep_first_move_rate:
    return difference <= limits.first_move_rate;
  case FitKind::table_rate:
    return difference <= limits.table_rate;
  default:
    return true;
  }
}

bool keeps_within(const TreeFit& fit, const LogStatistics& log, const FitLimits& limits) {
  return std::ranges::all_of(
      fit.figures, [&](const FittedFigure& figure) { return keeps_within(figure, log, limits); });
}

/// Returns true if the greatest depth of the log is judged, and searches of the tree reach it.
bool reaches_judged_depth(const TreeFit& fit, const LogStatistics& log) {
  const auto& deepest = log.by_depth.back();
  return is_judged(deepest, log) &&
         std::ranges::any_of(fit.figures, [&](const FittedFigure& figure) {
           return figure.kind == FitKind::nodes && figure.depth == deepest.depth;
         });
}

/// Returns true if the deepest iterations of the log have all rates.
bool has_rates(const LogStatistics& log) {
  const auto& deepest = log.by_depth.back();
  return deepest.first_move_rate && deepest.deep_first_move_rate && deepest.table_rate;
}

} // namespace

EngineLog search_trees(const Parameters& parameters, const TreeSearches& searches) {
  EngineLog log(static_cast<std::size_t>(searches.trees));
  for_all_on_cores(log.size(), [&](std::size_t i) {
    auto own = parameters;
    own.seed = mix(searches.seed + i);
    log[i] = search_tree(own, searches.depth, searches.node_limit);
    log[i].position = fmt::format("{}", i + 1);
  });
  std::erase_if(log, [](const LoggedSearch& search) { return search.iterations.empty(); });
  return log;
}

FitVerdict verdict_on(const TreeFit& fit, const LogStatistics& log) {
  if (!reaches_judged_depth(fit, log) || !keeps_within(fit, log, ranking_limits))
    return FitVerdict::unusable;
  return has_rates(log) && keeps_within(fit, log, usable_limits) ? FitVerdict::usable
                                                                 : FitVerdict::ranking_only;
}

TreeFit fit_tree(const LogStatistics& log, const FitSettings& settings) {
  assert(log.by_depth.size() >= fewest_fitted_depths);
  assert(settings.trials >= fewest_trials);
  return Fit(log, settings).run();
}

} // namespace eldest
