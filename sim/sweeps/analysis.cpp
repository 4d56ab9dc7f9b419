#include "sim/sweeps/analysis.hpp"

#include "sim/sweeps/labels.hpp"
#include "sim/sweeps/verdicts.hpp"
#include "trees/base/errors.hpp"
#include "trees/score.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

/// The points of a store, by key.
class Points {
public:
  /// Adds outcomes that are no results of searches to `damaged`, and leaves them out.
  Points(std::vector<StoredPoint> stored, std::vector<DamagedRow>& damaged)
      : stored_(std::move(stored)) {
    read_results(stored_, damaged, [&](const Point& point, const Json& result) {
      results_.emplace(point.key, search_result_in(result));
      settings_.emplace(point.key, &point.settings);
    });
  }

  [[nodiscard]] const std::vector<StoredPoint>& all() const { return stored_; }

  /// Returns the result of a point, or null if the point has not been run or has failed.
  [[nodiscard]] const SearchResult* result(const std::string& key) const {
    const auto found = results_.find(key);
    return found == results_.end() ? nullptr : &found->second;
  }

  /// Returns the baselines of a point, or nothing if one of them has no result.
  [[nodiscard]] std::optional<Baselines> baselines(const Point& point) const {
    if (!point.baselines)
      return std::nullopt;
    const auto* const relative = result(point.baselines->relative);
    const auto* const alphabeta = result(point.baselines->alphabeta);
    const auto* const negascout = result(point.baselines->negascout);
    if (relative == nullptr || alphabeta == nullptr || negascout == nullptr)
      return std::nullopt;
    if (text_of(point.settings["search"]) != "mtdf")
      return make_baselines(*relative, *alphabeta, *negascout);
    const auto* const mtdf = mtdf_beside(point.baselines->negascout);
    return mtdf == nullptr
               ? std::nullopt
               : std::optional(make_baselines(*relative, *alphabeta, *negascout, *mtdf));
  }

private:
  /// Returns the result of the sequential MTD(f) with the settings of a sequential NegaScout, or
  /// null if there is none.
  [[nodiscard]] const SearchResult* mtdf_beside(const std::string& negascout) const {
    Json settings = *settings_.at(negascout);
    settings["algorithm"] = settings["search"] = "mtdf";
    return result(point_key(settings));
  }

  std::vector<StoredPoint> stored_;
  std::map<std::string, SearchResult> results_; ///< by key
  std::map<std::string, const Json*> settings_; ///< of the points that have results, by key
};

AnalysedPoint analysed(const Points& points, const StoredPoint& stored) {
  AnalysedPoint point{stored.point,
                      {},
                      std::nullopt,
                      stored.outcome->failure,
                      stored.outcome->ended_at,
                      std::nullopt,
                      stored.outcome->wall_seconds};
  const auto* const result = points.result(stored.point.key);
  if (result == nullptr)
    return point;
  point.result = *result;
  point.baselines = points.baselines(stored.point);
  if (point.baselines && (point.result->was_stopped() || point.baselines->relative.was_stopped() ||
                          point.baselines->absolute.was_stopped()))
    point.baselines = std::nullopt;
  return point;
}

/// Searches by their sample, such as a position.
using SampledPoints = std::map<std::string, std::vector<const AnalysedPoint*>>;

/// The searches of a series, and the axes that distinguish it.
struct Group {
  Json panel;  ///< axes that its panel has in common
  Json series; ///< axes that distinguish it from other series of the panel
  std::map<AxisValue, SampledPoints> points;
};

/// Throws InputError if a search differs from one of the same sample and seed in other axes, too.
void check_alone(const AnalysedPoint& point, const std::vector<const AnalysedPoint*>& others) {
  for (const auto* const other : others) {
    const auto same = [&](const char* axis) {
      return point.axes.value(axis, Json()) == other->axes.value(axis, Json());
    };
    if (!same("seed") || !same("tree_seed") || !same("position"))
      continue;
    if (point.axes != other->axes)
      throw InputError(fmt::format("{}: searches with the same value differ in {}, too; this axis "
                                   "must be one of the panels or series",
                                   text_of(point.axes.at("algorithm")),
                                   fmt::join(varying_axes({other->axes, point.axes}), ", ")));
  }
}

/// Returns the points to compare that have the axis x, and counts the others.
std::vector<const AnalysedPoint*> compared_points(const Roles& roles, Analysis& analysis) {
  std::vector<const AnalysedPoint*> compared;
  for (const auto& point : analysis.points) {
    if (!point.point.baselines) // only a baseline of others
      continue;
    if (point.axes.contains(roles.x()))
      compared.push_back(&point);
    else
      ++analysis.without_x;
  }
  return compared;
}

Scale scale_of(const std::string& axis, const std::vector<const AnalysedPoint*>& points) {
  std::vector<Json> values;
  for (const auto* const point : points)
    values.push_back(point->axes.at(axis));
  return {axis, values};
}

/// Groups points into series, in the order of the series' first points.
std::vector<Group> group(const std::vector<const AnalysedPoint*>& points, const Roles& roles,
                         const Scale& scale) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> places;
  for (const auto* const point : points) {
    auto panel = roles.axes_with(Role::panel, point->axes);
    auto series = roles.axes_with(Role::series, point->axes);
    const auto [place, is_new] =
        places.try_emplace(serialize(panel) + serialize(series), groups.size());
    if (is_new)
      groups.push_back({std::move(panel), std::move(series), {}});
    auto& sample =
        groups[place->second]
            .points[scale.place_of(point->axes.at(scale.axis()))][roles.sample(point->axes)];
    check_alone(*point, sample);
    sample.push_back(point);
  }
  return groups;
}

/// Returns the absolute speedups of a cell in those of its positions that are among `positions`.
Samples speedups(const Cell& cell, const std::vector<std::string>& positions) {
  Samples samples;
  for (std::size_t i = 0; i < cell.positions.size(); ++i) {
    if (!std::ranges::binary_search(positions, cell.positions[i]))
      continue;
    samples.emplace_back();
    for (const auto& comparison : cell.comparisons[i])
      samples.back().push_back(comparison.absolute_speedup);
  }
  return samples;
}

/// Returns the positions that all cells have.
std::vector<std::string> common_positions(const std::vector<Cell*>& cells) {
  auto common = cells.front()->positions;
  for (const auto* const cell : cells) {
    std::vector<std::string> both;
    std::ranges::set_intersection(common, cell->positions, std::back_inserter(both));
    common = std::move(both);
  }
  return common;
}

/// The comparison of a cell with the best one of the same panel and x.
struct ComparisonWithBest {
  Cell* cell;
  double p_value; ///< of the hypothesis that the two have the same mean
};

/// Marks the best of the cells at `x`, and adds the comparisons of the others with it.
void compare_with_best(Panel& panel, const AxisValue& x,
                       std::vector<ComparisonWithBest>& comparisons) {
  std::vector<Cell*> cells;
  for (auto& series : panel.series) {
    const auto cell = series.cells.find(x);
    if (cell != series.cells.end() && cell->second.is_compared())
      cells.push_back(&cell->second);
  }
  const auto positions = cells.empty() ? std::vector<std::string>() : common_positions(cells);
  if (positions.empty())
    return;
  const auto speedup = [&](const Cell* cell) { return mean(speedups(*cell, positions)); };
  auto* const best = *std::ranges::max_element(cells, {}, speedup);
  best->is_best = true;
  const auto of_best = speedups(*best, positions);
  for (auto* const cell : cells) {
    if (cell == best)
      continue;
    comparisons.push_back({cell, ratio_of_means(of_best, speedups(*cell, positions)).p_value});
  }
}

/// Marks the best cells of all panels, and returns the number of comparisons that this takes.
std::size_t mark_best(std::vector<Panel>& panels) {
  std::vector<ComparisonWithBest> comparisons;
  for (auto& panel : panels) {
    for (const auto& x : values_of_x(panel))
      compare_with_best(panel, x, comparisons);
  }
  std::vector<double> p_values;
  for (const auto& comparison : comparisons)
    p_values.push_back(comparison.p_value);
  p_values = adjusted_by_holm(p_values);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    auto& cell = *comparisons[i].cell;
    cell.p_value = p_values[i];
    cell.is_best = !can_be_told_apart(p_values[i]);
  }
  return comparisons.size();
}

/// Returns the title of a panel, which names its tree, depth, platform, model and processors,
/// unless they differ within the panel. It also names other axes of the panel that are among
/// `varying`.
std::string title_of(const Json& axes, const std::vector<std::string>& varying) {
  std::string title;
  std::set<std::string_view> told;
  const auto add = [&](const char* name, std::string_view before, std::string_view after) {
    if (!axes.contains(name))
      return;
    title += fmt::format("{}{}{}{}",
                         title.empty()             ? ""
                         : before.starts_with(' ') ? ""
                                                   : ", ",
                         before, text_of(axes.at(name)), after);
    told.insert(name);
  };
  add("tree", "", "");
  add("depth", "depth ", "");
  add("platform", "on ", "");
  add("model", " (", ")");
  for (const auto& [name, value] : axes.items()) {
    const bool varies = std::ranges::find(varying, name) != varying.end();
    if (!told.contains(name) && (varies || name == "processors"))
      title += (title.empty() ? "" : ", ") + value_in_words(name, value);
  }
  if (title.starts_with(' '))
    title.erase(0, 1);
  return title.empty() ? "all searches" : title;
}

bool had_free_communication(const Group& group) {
  for (const auto& [x, samples] : group.points) {
    for (const auto& [sample, points] : samples) {
      if (std::ranges::any_of(points, [](const auto* point) {
            return point->result && point->result->had_free_communication();
          }))
        return true;
    }
  }
  return false;
}

/// Notes in `decided` the position of a search that found a forced end of the game early.
void note_if_decided(const AnalysedPoint& point, std::vector<DecidedPosition>& decided) {
  if (!point.result)
    return;
  const auto& iterations = point.result->iterations;
  const auto first = std::ranges::find_if(
      iterations, [](const Iteration& iteration) { return is_win(iteration.value); });
  if (first == iterations.end() || first->depth == point.result->depth())
    return;
  const auto name = point.position();
  const auto known = std::ranges::find(decided, name, &DecidedPosition::position);
  if (known == decided.end())
    decided.push_back({name, first->depth});
  else
    known->depth = std::min(known->depth, first->depth);
}

std::vector<DecidedPosition> decided_positions(const std::vector<const Group*>& groups) {
  std::vector<DecidedPosition> decided;
  for (const auto* const group : groups) {
    for (const auto& [x, samples] : group->points) {
      for (const auto& [sample, points] : samples) {
        for (const auto* const point : points)
          note_if_decided(*point, decided);
      }
    }
  }
  return decided;
}

Panel make_panel(const std::vector<const Group*>& groups, const Scale& scale,
                 const std::vector<std::string>& varying) {
  Panel panel;
  panel.axes = groups.front()->panel;
  panel.title = title_of(panel.axes, varying);
  panel.x = scale;
  panel.communication_is_free = std::ranges::any_of(
      groups, [](const Group* group) { return had_free_communication(*group); });
  panel.decided = decided_positions(groups);
  std::vector<const Json*> axes;
  for (const auto* const group : groups)
    axes.push_back(&group->series);
  for (const auto* const group : groups) {
    Series series{label_of(group->series, axes), {}};
    for (const auto& [x, samples] : group->points)
      series.cells.emplace(x, make_cell(samples));
    panel.series.push_back(std::move(series));
  }
  return panel;
}

bool has_comparison(const Panel& panel) {
  return std::ranges::any_of(panel.series, [](const Series& series) {
    return std::ranges::any_of(series.cells,
                               [](const auto& cell) { return cell.second.is_compared(); });
  });
}

std::vector<Panel> make_panels(const std::vector<Group>& groups, const Scale& scale,
                               const std::vector<std::string>& varying) {
  std::vector<std::vector<const Group*>> of_panels;
  std::map<std::string, std::size_t> places;
  for (const auto& group : groups) {
    const auto [place, is_new] = places.try_emplace(serialize(group.panel), of_panels.size());
    if (is_new)
      of_panels.emplace_back();
    of_panels[place->second].push_back(&group);
  }
  std::vector<Panel> panels;
  for (const auto& of_panel : of_panels) {
    auto panel = make_panel(of_panel, scale, varying);
    if (has_comparison(panel))
      panels.push_back(std::move(panel));
  }
  return panels;
}

/// Returns true if a layout names the version, so that points of all versions are analysed.
bool names_version(const Layout& layout) {
  constexpr std::string_view version = "version";
  return layout.x == version || std::ranges::find(layout.panels, version) != layout.panels.end() ||
         std::ranges::find(layout.series, version) != layout.series.end();
}

/// Adds the points that have been run to an analysis.
void add_points(const Points& points, bool of_all_versions, Analysis& analysis) {
  const auto of_numbers = latest_version(points.all());
  for (const auto& stored : points.all()) {
    if (!of_all_versions && version_of_numbers(stored.point.settings) != of_numbers)
      ++analysis.of_other_versions;
    else if (!stored.outcome)
      ++analysis.not_run;
    else
      analysis.points.push_back(analysed(points, stored));
  }
  analysis.failed = static_cast<std::size_t>(std::ranges::count_if(
      analysis.points, [](const AnalysedPoint& point) { return !point.result; }));
}

/// Sets the axes of all points, and returns them.
std::vector<Json> set_axes(std::vector<AnalysedPoint>& points) {
  Axes axes;
  for (const auto& point : points)
    axes.add(point.point.settings);
  std::vector<Json> all;
  for (auto& point : points) {
    point.axes = axes.of(point.point.settings);
    if (point.point.baselines)
      all.push_back(point.axes);
  }
  return all;
}

} // namespace

const Cell* Series::compared(const AxisValue& x) const {
  const auto cell = cells.find(x);
  return cell != cells.end() && cell->second.is_compared() ? &cell->second : nullptr;
}

std::string Analysis::versions() const {
  return model_version == 0 ? fmt::format("eldest {}", version)
                            : fmt::format("eldest {} (model version {})", version, model_version);
}

std::vector<AxisValue> values_of_x(const Panel& panel) {
  std::set<AxisValue> values;
  for (const auto& series : panel.series) {
    for (const auto& [x, cell] : series.cells)
      values.insert(x);
  }
  return {values.begin(), values.end()};
}

Analysis analyse(const SweepStore& store, const Layout& layout) {
  Analysis analysis;
  const Points points(store.points(&analysis.damaged), analysis.damaged);
  if (const auto* const latest = latest_point(points.all())) {
    analysis.version = text_of(latest->settings.at("version"));
    analysis.model_version = latest->settings.value("model_version", 0);
  }
  add_points(points, names_version(layout), analysis);
  if (analysis.points.empty())
    throw InputError(fmt::format("{}: none of its simulations has been run", store.path()));
  const auto axes = set_axes(analysis.points);
  if (axes.empty()) // only baselines
    return analysis;
  const Roles roles(layout, axes);
  const auto compared = compared_points(roles, analysis);
  const auto scale = scale_of(roles.x(), compared);
  analysis.panels = make_panels(group(compared, roles, scale), scale, varying_axes(axes));
  analysis.verdicts = mark_best(analysis.panels);
  return analysis;
}

} // namespace eldest
