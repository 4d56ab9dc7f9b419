#include "sim/sweeps/analysis.hpp"

#include "algorithms/aphid/settings.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace eldest {
namespace {

constexpr std::array differing_in_a_series{"command", "version", "position",
                                           "id",      "seed",    "processors"};
constexpr std::array common_to_a_panel{"tree", "depth", "platform", "model"};

/// The points of a store, by key.
class Points {
public:
  /// Adds outcomes that are no results of searches to `damaged`, and leaves them out.
  Points(std::vector<StoredPoint> stored, std::vector<DamagedRow>& damaged)
      : stored_(std::move(stored)) {
    read_results(stored_, damaged, [&](const Point& point, const Json& result) {
      results_.emplace(point.key, search_result_in(result));
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
    return make_baselines(*relative, *alphabeta, *negascout);
  }

private:
  std::vector<StoredPoint> stored_;
  std::map<std::string, SearchResult> results_; ///< by key
};

AnalysedPoint analysed(const Points& points, const StoredPoint& stored) {
  AnalysedPoint point{stored.point,
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

/// Returns the settings that the searches of a series have in common. Leaves out the path of the
/// platform file, because several paths may lead to the same file. Leaves out the option `program`,
/// because the options that the engine preset sets are among the settings.
Json common_settings(const Json& settings) {
  Json common = settings;
  for (const auto* const field : differing_in_a_series)
    common.erase(field);
  const auto& platform = settings.at("platform");
  common["platform"] = {{"name", platform.at("name")}, {"digest", platform.at("digest")}};
  common["options"].erase("program");
  return common;
}

/// The searches of a series, and the settings that they have in common.
struct Group {
  Json settings;
  std::map<int, std::map<std::string, std::vector<const AnalysedPoint*>>> points;
};

/// Groups points into series, in the order of the series' first points.
std::vector<Group> group(const std::vector<AnalysedPoint>& points) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> places;
  for (const auto& point : points) {
    if (!point.point.baselines) // only a baseline of others
      continue;
    auto common = common_settings(point.point.settings);
    const auto [place, is_new] = places.try_emplace(serialize(common), groups.size());
    if (is_new)
      groups.push_back({std::move(common), {}});
    const auto position = text_of(point.point.settings.at("position"));
    groups[place->second].points[point.processors()][position].push_back(&point);
  }
  return groups;
}

/// Sets the figures of a cell that come from sums over its searches, of which there must be at
/// least one.
void set_sums(Cell& cell, const std::vector<const AnalysedPoint*>& searches) {
  std::vector<SearchResult> results;
  std::vector<SearchResult> relative;
  std::vector<SearchResult> absolute;
  const auto share = 1 / static_cast<double>(searches.size());
  for (const auto* const search : searches) {
    results.push_back(*search->result);
    relative.push_back(search->baselines->relative);
    absolute.push_back(search->baselines->absolute);
    for (const auto& iteration : search->result->iterations)
      cell.time_to_depth[iteration.depth] += share * iteration.time;
  }
  const auto all = sum(results);
  cell.ratio_of_sums = compare(all, {sum(relative), sum(absolute), ""});
  cell.time = share * all.time;
  cell.nodes_per_second = static_cast<double>(all.nodes()) / all.time;
}

Cell make_cell(const std::map<std::string, std::vector<const AnalysedPoint*>>& positions) {
  Cell cell;
  std::vector<const AnalysedPoint*> compared;
  for (const auto& [position, searches] : positions) {
    std::vector<Comparison> repeats;
    for (const auto* const search : searches) {
      if (!search->baselines) {
        ++(search->result ? cell.not_compared : cell.failed);
        continue;
      }
      repeats.push_back(*search->comparison());
      compared.push_back(search);
    }
    if (repeats.empty())
      continue;
    cell.positions.push_back(position);
    cell.comparisons.push_back(std::move(repeats));
  }
  if (compared.empty())
    return cell;
  cell.mean = mean(cell.comparisons);
  cell.interval = confidence_interval(cell.comparisons);
  set_sums(cell, compared);
  return cell;
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

void mark_best(Panel& panel, int processors) {
  std::vector<Cell*> cells;
  for (auto& series : panel.series) {
    const auto cell = series.cells.find(processors);
    if (cell != series.cells.end() && cell->second.is_compared())
      cells.push_back(&cell->second);
  }
  if (cells.empty())
    return;
  const auto positions = common_positions(cells);
  if (positions.empty())
    return;
  const auto speedup = [&](const Cell* cell) { return mean(speedups(*cell, positions)); };
  const auto* const best = *std::ranges::max_element(cells, {}, speedup);
  for (auto* const cell : cells)
    cell->is_best =
        cell == best ||
        ratio_of_means(speedups(*best, positions), speedups(*cell, positions)).is_open();
}

/// The label of a series, which distinguishes the series from the others of its panel. The label
/// begins with the algorithm. It names each option whose value differs in another series. The
/// algorithm's own options are compared only with those of series of the same algorithm. If all of
/// these series are of named variants, they are compared only with those of the same variant.
class Label {
public:
  Label(const Json& settings, const std::vector<const Json*>& panel)
      : settings_(settings),
        panel_(panel),
        algorithm_(text_of(settings.at("algorithm"))),
        prefix_(prefix_of(algorithm_)),
        variant_(prefix_ + "variant") {}

  [[nodiscard]] std::string text() const {
    std::string label = algorithm_;
    const auto search = text_of(settings_.at("search"));
    if (search != algorithm_ && differs(Place("/search"), {}))
      label += " on " + search;
    for (const auto& [name, value] : settings_.at("options").items()) {
      if ((name != variant_ || has_variants()) && differs(option(name), alike_for(name)))
        label += fmt::format(", {} {}", short_name(name), text_of(value));
    }
    return label;
  }

private:
  using Place = Json::json_pointer;
  using Places = std::vector<Place>;

  /// Returns the place of an option among the settings.
  [[nodiscard]] static Place option(const std::string& name) { return Place("/options") / name; }

  /// Returns the prefix of the names of an algorithm's own options.
  [[nodiscard]] static std::string prefix_of(std::string algorithm) {
    std::ranges::replace(algorithm, '-', '_');
    return algorithm + '_';
  }

  /// Returns true if all series of the algorithm are of named variants.
  [[nodiscard]] bool has_variants() const {
    return std::ranges::none_of(panel_, [&](const Json* other) {
      return !differ(*other, Place("/algorithm")) &&
             text_of(other->at("options").value(variant_, Json("own"))) == "own";
    });
  }

  /// Returns the settings in which another series must be equal for its option `name` to be
  /// compared.
  [[nodiscard]] Places alike_for(const std::string& name) const {
    if (!name.starts_with(prefix_))
      return {};
    return name == variant_ || !has_variants() ? Places{Place("/algorithm")}
                                               : Places{Place("/algorithm"), option(variant_)};
  }

  [[nodiscard]] std::string short_name(const std::string& name) const {
    auto words = name.starts_with(prefix_) ? name.substr(prefix_.size()) : name;
    std::ranges::replace(words, '_', ' ');
    return words;
  }

  [[nodiscard]] bool differs(const Place& place, const Places& alike) const {
    return std::ranges::any_of(panel_, [&](const Json* other) {
      return std::ranges::none_of(alike, [&](const auto& own) { return differ(*other, own); }) &&
             differ(*other, place);
    });
  }

  [[nodiscard]] bool differ(const Json& other, const Place& place) const {
    const auto value = [&](const Json& settings) {
      return settings.contains(place) ? settings.at(place) : Json();
    };
    return value(settings_) != value(other);
  }

  const Json& settings_;
  const std::vector<const Json*>& panel_;
  std::string algorithm_;
  std::string prefix_;  ///< of the algorithm's own options
  std::string variant_; ///< the option whose value names a set of the algorithm's own options
};

std::string title_of(const Json& settings) {
  return fmt::format("{}, depth {}, on {} ({})", text_of(settings.at("tree")),
                     settings.at("depth").get<int>(), text_of(settings.at("platform").at("name")),
                     text_of(settings.at("model")));
}

bool had_free_communication(const Group& group) {
  for (const auto& [processors, positions] : group.points) {
    for (const auto& [position, points] : positions) {
      if (std::ranges::any_of(points, [](const auto* point) {
            return point->result && point->result->had_free_communication();
          }))
        return true;
    }
  }
  return false;
}

Panel make_panel(const std::vector<const Group*>& groups) {
  Panel panel;
  const auto& common = groups.front()->settings;
  panel.title = title_of(common);
  panel.tree = text_of(common.at("tree"));
  panel.depth = common.at("depth").get<int>();
  panel.communication_is_free = std::ranges::any_of(
      groups, [](const Group* group) { return had_free_communication(*group); });
  std::vector<const Json*> settings;
  for (const auto* const group : groups)
    settings.push_back(&group->settings);
  for (const auto* const group : groups) {
    Series series{Label(group->settings, settings).text(), {}};
    for (const auto& [processors, positions] : group->points)
      series.cells.emplace(processors, make_cell(positions));
    panel.series.push_back(std::move(series));
  }
  for (const int processors : processor_counts(panel))
    mark_best(panel, processors);
  return panel;
}

bool has_comparison(const Panel& panel) {
  return std::ranges::any_of(panel.series, [](const Series& series) {
    return std::ranges::any_of(series.cells,
                               [](const auto& cell) { return cell.second.is_compared(); });
  });
}

std::vector<Panel> make_panels(const std::vector<Group>& groups) {
  std::vector<std::vector<const Group*>> panels;
  std::map<std::string, std::size_t> places;
  for (const auto& group : groups) {
    Json common;
    for (const auto* const field : common_to_a_panel)
      common[field] = group.settings.at(field);
    const auto [place, is_new] = places.try_emplace(serialize(common), panels.size());
    if (is_new)
      panels.emplace_back();
    panels[place->second].push_back(&group);
  }
  std::vector<Panel> made;
  for (const auto& panel : panels) {
    auto next = make_panel(panel);
    if (!has_comparison(next))
      continue;
    if (std::ranges::find(made, next.title, &Panel::title) != made.end())
      next.title +=
          ", platform file " +
          text_of(panel.front()->settings.at("/platform/digest"_json_pointer)).substr(0, 8);
    made.push_back(std::move(next));
  }
  return made;
}

} // namespace

std::optional<AphidOverhead> AnalysedPoint::aphid_overhead() const {
  const bool has_slaves =
      text_of(point.settings.at("algorithm")) == AphidSettings::name && processors() > 1;
  return baselines && has_slaves ? std::optional(eldest::aphid_overhead(*result, *baselines))
                                 : std::nullopt;
}

std::string AnalysedPoint::position() const {
  const auto id = text_of(point.settings.at("id"));
  return id.empty() ? text_of(point.settings.at("position")) : id;
}

int AnalysedPoint::processors() const { return point.settings.at("processors").get<int>(); }

const Cell* Series::compared(int processors) const {
  const auto cell = cells.find(processors);
  return cell != cells.end() && cell->second.is_compared() ? &cell->second : nullptr;
}

std::string Analysis::versions() const {
  return model_version == 0 ? fmt::format("eldest {}", version)
                            : fmt::format("eldest {} (model version {})", version, model_version);
}

std::vector<int> processor_counts(const Panel& panel) {
  std::set<int> counts;
  for (const auto& series : panel.series) {
    for (const auto& [processors, cell] : series.cells)
      counts.insert(processors);
  }
  return {counts.begin(), counts.end()};
}

Analysis analyse(const SweepStore& store) {
  Analysis analysis;
  const Points points(store.points(&analysis.damaged), analysis.damaged);
  const auto of_numbers = latest_version(points.all());
  if (const auto* const latest = latest_point(points.all())) {
    analysis.version = text_of(latest->settings.at("version"));
    analysis.model_version = latest->settings.value("model_version", 0);
  }
  for (const auto& stored : points.all()) {
    if (version_of_numbers(stored.point.settings) != of_numbers)
      ++analysis.of_other_versions;
    else if (!stored.outcome)
      ++analysis.not_run;
    else
      analysis.points.push_back(analysed(points, stored));
  }
  if (analysis.points.empty())
    throw InputError(fmt::format("{}: none of its simulations has been run", store.path()));
  analysis.failed = static_cast<std::size_t>(std::ranges::count_if(
      analysis.points, [](const AnalysedPoint& point) { return !point.result; }));
  analysis.panels = make_panels(group(analysis.points));
  return analysis;
}

} // namespace eldest
