#include "sim/experiments/fitting/log_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace eldest {
namespace {

/// The fewest events from which a rate is computed. A rate is a share of the events, with a
/// standard error of at most 0.041.
constexpr double fewest_events = 150;
/// The fewest differences from which a median is computed. Each is between the values of two
/// iterations of one search, to depths d and d - 1.
constexpr std::size_t fewest_steps = 4;

const LoggedIteration* find_iteration(const LoggedSearch& search, int depth) {
  const auto found = std::ranges::find(search.iterations, depth, &LoggedIteration::depth);
  return found == search.iterations.end() ? nullptr : &*found;
}

/// The sums of two figures, over the iterations in which neither figure is missing.
class PairOfSums {
public:
  void add(const LoggedIteration& iteration, LoggedFigure part, LoggedFigure whole) {
    if (iteration.*part && iteration.*whole) {
      part_ += *(iteration.*part);
      whole_ += *(iteration.*whole);
    }
  }
  [[nodiscard]] double part() const { return part_; }
  [[nodiscard]] double whole() const { return whole_; }

private:
  double part_ = 0;
  double whole_ = 0;
};

std::optional<double> rate(double part, double whole) {
  return whole < fewest_events ? std::nullopt : std::optional(part / whole);
}

DepthStatistics rates_at(const EngineLog& log, int depth) {
  PairOfSums first_moves;
  PairOfSums deep_first_moves;
  PairOfSums table;
  for (const auto& search : log) {
    if (const auto* const iteration = find_iteration(search, depth)) {
      first_moves.add(*iteration, &LoggedIteration::first_move_cutoffs, &LoggedIteration::cutoffs);
      deep_first_moves.add(*iteration, &LoggedIteration::deep_first_move_cutoffs,
                           &LoggedIteration::deep_cutoffs);
      table.add(*iteration, &LoggedIteration::table_cutoffs, &LoggedIteration::expanded);
    }
  }
  return {depth, 0, rate(first_moves.part(), first_moves.whole()),
          rate(deep_first_moves.part(), deep_first_moves.whole()),
          rate(table.part(), table.part() + table.whole())};
}

/// Returns the logarithm of the nodes of an iteration, or of 1 if the iteration had no nodes.
double log_nodes(const LoggedIteration& iteration) {
  return std::log(std::max(1.0, iteration.nodes));
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values)
    sum += value;
  return sum / static_cast<double>(values.size());
}

double first_log_nodes(const EngineLog& log, int depth) {
  std::vector<double> logs;
  for (const auto& search : log) {
    if (const auto* const iteration = find_iteration(search, depth))
      logs.push_back(log_nodes(*iteration));
  }
  return mean_of(logs);
}

/// Returns the mean growth of the logarithm of the nodes from `depth` to the next depth. Returns
/// nothing if no position has both depths.
std::optional<double> growth_from(const EngineLog& log, int depth) {
  std::vector<double> growths;
  for (const auto& search : log) {
    const auto* const before = find_iteration(search, depth);
    const auto* const iteration = find_iteration(search, depth + 1);
    if (before != nullptr && iteration != nullptr)
      growths.push_back(log_nodes(*iteration) - log_nodes(*before));
  }
  return growths.empty() ? std::nullopt : std::optional(mean_of(growths));
}

std::vector<DepthStatistics> statistics_by_depth(const EngineLog& log) {
  int depth = log.front().iterations.front().depth;
  for (const auto& search : log)
    depth = std::min(depth, search.iterations.front().depth);
  std::vector<DepthStatistics> all{rates_at(log, depth)};
  all.back().log_nodes = first_log_nodes(log, depth);
  while (const auto growth = growth_from(log, depth)) {
    const double before = all.back().log_nodes;
    all.push_back(rates_at(log, ++depth));
    all.back().log_nodes = std::max(0.0, before + *growth); // the root is a node
  }
  return all;
}

std::optional<double> median(std::vector<double> values) {
  if (values.size() < fewest_steps)
    return std::nullopt;
  std::ranges::sort(values);
  const auto middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void set_steps(LogStatistics& statistics, const EngineLog& log) {
  std::vector<double> sizes;
  std::vector<double> to_even;
  std::vector<double> to_odd;
  for (const auto& search : log) {
    for (std::size_t i = 1; i < search.iterations.size(); ++i) {
      const auto& before = search.iterations[i - 1];
      const auto& iteration = search.iterations[i];
      if (!before.value || !iteration.value || iteration.depth != before.depth + 1)
        continue;
      const double step = *iteration.value - *before.value;
      sizes.push_back(std::abs(step));
      (iteration.depth % 2 == 0 ? to_even : to_odd).push_back(step);
    }
  }
  statistics.step = median(std::move(sizes));
  const auto even = median(std::move(to_even));
  const auto odd = median(std::move(to_odd));
  if (even && odd)
    statistics.alternation = (*even - *odd) / 2;
}

/// Returns the sum of a figure divided by the number of nodes. Both are over the iterations in
/// which the figure is not missing.
std::optional<double> for_each_node(const EngineLog& log, LoggedFigure figure) {
  double sum = 0;
  double nodes = 0;
  for (const auto& search : log) {
    for (const auto& iteration : search.iterations) {
      if (iteration.*figure) {
        sum += *(iteration.*figure);
        nodes += iteration.nodes;
      }
    }
  }
  return nodes == 0 ? std::nullopt : std::optional(sum / nodes);
}

/// Returns the sum of a figure over the log for each expanded node. Returns nothing if the figure
/// or the number of these nodes is unknown.
std::optional<double> for_each_expanded(const EngineLog& log, LoggedFigure figure) {
  PairOfSums sums;
  for (const auto& search : log) {
    for (const auto& iteration : search.iterations)
      sums.add(iteration, figure, &LoggedIteration::expanded);
  }
  return sums.whole() > 0 ? std::optional(sums.part() / sums.whole()) : std::nullopt;
}

} // namespace

LogStatistics statistics_of(const EngineLog& log) {
  LogStatistics statistics;
  statistics.by_depth = statistics_by_depth(log);
  statistics.branching = for_each_expanded(log, &LoggedIteration::moves);
  statistics.forced = for_each_expanded(log, &LoggedIteration::forced);
  set_steps(statistics, log);
  statistics.node_seconds = for_each_node(log, &LoggedIteration::seconds);
  statistics.quiescence = for_each_node(log, &LoggedIteration::quiescence);
  return statistics;
}

} // namespace eldest
