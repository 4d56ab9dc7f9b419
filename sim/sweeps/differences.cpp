#include "sim/sweeps/differences.hpp"

#include "sim/sweeps/axes.hpp"
#include "sim/sweeps/labels.hpp"
#include "sim/sweeps/verdicts.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

/// The figures of a search that are compared.
struct SearchFigures {
  double time;
  double nodes;
};

/// Searches of a group, by position, then by seed.
using SearchesByPosition = std::map<std::string, std::map<std::string, SearchFigures>>;

/// Searches that differ only in position and seeds.
struct AlikeSearches {
  Json axes; ///< that the searches have in common
  SearchesByPosition searches;
};

/// The searches that have the same value on the compared axis, by group.
struct Side {
  std::string value;
  std::vector<std::string> order; ///< names of the groups, in the order of their first searches
  std::map<std::string, AlikeSearches> groups;
};

/// Returns the axes of a group in words, without its options.
std::string words_of(const Json& axes) {
  std::vector<std::string> words;
  const auto add = [&](const char* axis, std::string_view before) {
    if (axes.contains(axis))
      words.push_back(fmt::format("{}{}", before, text_of(axes.at(axis))));
  };
  add("algorithm", "");
  add("tree", "");
  add("depth", "depth ");
  if (axes.contains("processors") && axes.contains("platform"))
    words.push_back(
        fmt::format("on {} of {}", text_of(axes.at("processors")), text_of(axes.at("platform"))));
  else if (axes.contains("processors"))
    words.push_back("on " + value_in_words("processors", axes.at("processors")));
  else
    add("platform", "on ");
  add("model", "");
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Returns the search and the options of a group that are not those of all groups with the same
/// words, or an empty text.
std::string particulars_of(const Json& axes, const std::vector<Json>& groups) {
  constexpr std::array<std::string_view, 6> told{"algorithm",  "tree",     "depth",
                                                 "processors", "platform", "model"};
  const auto words = words_of(axes);
  std::string particulars;
  for (const auto& [name, value] : axes.items()) {
    const auto differs = [&, &axis = name, &own = value](const Json& group) {
      return words_of(group) == words && (!group.contains(axis) || group.at(axis) != own);
    };
    if (std::ranges::find(told, name) == told.end() && std::ranges::any_of(groups, differs))
      particulars += fmt::format(", {} {}", words_of_axis(name), text_of(value));
  }
  return particulars;
}

/// Reads the figures in a search's object in the report. Throws InputError if one is missing.
SearchFigures figures_of(const Json& result) {
  return {field_as<double>(result, "time_s"), field_as<double>(result, "nodes")};
}

/// Returns the points of a store. Adds damaged rows to `damaged`, and leaves them out. An outcome
/// without figures is one of them.
std::vector<StoredPoint> points_in(const SweepStore& store, std::vector<DamagedRow>& damaged) {
  auto points = store.points(&damaged);
  read_results(points, damaged, [](const Point& /*point*/, const Json& result) {
    static_cast<void>(figures_of(result));
  });
  return points;
}

/// The points of a store or two that are compared.
struct ComparedPoint {
  Json axes;
  Json result;
  bool is_planned; ///< false if it is only a baseline of others
};

/// Returns the points with a result, of the latest version or of all. Planned ones are the first.
std::vector<ComparedPoint> compared_points(const std::vector<StoredPoint>& points, const Axes& axes,
                                           bool of_all_versions) {
  const auto version = latest_version(points);
  std::vector<ComparedPoint> compared;
  for (const auto& [point, outcome] : points) {
    if (outcome && outcome->result &&
        (of_all_versions || version_of_numbers(point.settings) == version))
      compared.push_back({axes.of(point.settings), *outcome->result, point.baselines.has_value()});
  }
  std::stable_partition(compared.begin(), compared.end(),
                        [](const ComparedPoint& point) { return point.is_planned; });
  return compared;
}

/// Returns the searches to compare among `points`.
std::vector<ComparedPoint> chosen(std::vector<ComparedPoint> points, Searches searches) {
  if (searches == Searches::planned && std::ranges::any_of(points, &ComparedPoint::is_planned))
    std::erase_if(points, [](const ComparedPoint& point) { return !point.is_planned; });
  return points;
}

/// Adds points to axes on which platforms are distinguished by their name only.
void add_by_name(std::vector<StoredPoint>& points, Axes& axes) {
  for (auto& [point, outcome] : points) {
    point.settings.at("platform").at("digest") = "";
    axes.add(point.settings);
  }
}

/// Adds a search to a side. `axis`: the axis compared, or an empty text.
void add(Side& side, const ComparedPoint& point, const std::string& axis) {
  const auto algorithm = text_of(point.axes.at("algorithm"));
  Json common = Json::object();
  std::map<std::string, std::string> samples;
  for (const auto& [name, value] : point.axes.items()) {
    if (name == axis || name == "version" || follows_from(name, axis, algorithm))
      continue;
    if (is_of_samples(name))
      samples[name] = text_of(value);
    else
      common.emplace(name, Json(value));
  }
  const auto name = serialize(common);
  if (!side.groups.contains(name))
    side.order.push_back(name);
  auto& group = side.groups.try_emplace(name, AlikeSearches{std::move(common), {}}).first->second;
  const auto position = samples["position"] + ' ' + samples["tree_seed"];
  const auto [place, is_new] =
      group.searches[position].try_emplace(samples["seed"], figures_of(point.result));
  if (!is_new)
    throw InputError(fmt::format("{}: has searches that differ in other things, too: {}",
                                 side.value, words_of(group.axes)));
}

/// Compares the searches that are in both `from` and `to`, which are of the same group. Returns
/// nothing if no search is in both.
std::optional<Difference> compare(const SearchesByPosition& from, const SearchesByPosition& to) {
  Difference difference;
  Samples times;
  Samples nodes;
  for (const auto& [position, seeds] : from) {
    const auto there = to.find(position);
    if (there == to.end())
      continue;
    std::vector<double> time_ratios;
    std::vector<double> node_ratios;
    for (const auto& [seed, figures] : seeds) {
      const auto other = there->second.find(seed);
      if (other == there->second.end())
        continue;
      time_ratios.push_back(other->second.time / figures.time);
      node_ratios.push_back(other->second.nodes / figures.nodes);
      difference.different += time_ratios.back() == 1 ? 0 : 1;
      ++difference.compared;
    }
    if (time_ratios.empty())
      continue;
    times.push_back(std::move(time_ratios));
    nodes.push_back(std::move(node_ratios));
  }
  if (times.empty())
    return std::nullopt;
  difference.positions = times.size();
  difference.time = geometric_mean(times);
  difference.nodes = geometric_mean(nodes);
  return difference;
}

void compare(const Side& from, const Side& to, std::vector<Difference>& differences) {
  std::vector<Json> all;
  for (const auto& [name, group] : from.groups)
    all.push_back(group.axes);
  for (const auto& name : from.order) {
    const auto& group = from.groups.at(name);
    const auto there = to.groups.find(name);
    if (there == to.groups.end())
      continue;
    auto difference = compare(group.searches, there->second.searches);
    if (!difference)
      continue;
    difference->searches = words_of(group.axes) + particulars_of(group.axes, all);
    difference->from = from.value;
    difference->to = to.value;
    differences.push_back(std::move(*difference));
  }
}

/// Adjusts the p-values of all differences, except where all times are the same.
void adjust(std::vector<Difference>& differences) {
  std::vector<double> p_values;
  for (const auto& difference : differences) {
    if (difference.different > 0)
      p_values.push_back(difference.time.p_value);
  }
  const auto adjusted = adjusted_by_holm(p_values);
  auto next = adjusted.begin();
  for (auto& difference : differences) {
    if (difference.different > 0)
      difference.adjusted = *next++;
  }
}

/// Returns the sides of a comparison on an axis, in the order of their first searches.
std::vector<Side> sides_of(const std::vector<ComparedPoint>& points, const std::string& axis) {
  std::vector<Side> sides;
  for (const auto& point : points) {
    if (!point.axes.contains(axis))
      continue;
    const auto value = text_of(point.axes.at(axis));
    auto side = std::ranges::find(sides, value, &Side::value);
    if (side == sides.end())
      side = sides.insert(sides.end(), Side{value, {}, {}});
    add(*side, point, axis);
  }
  return sides;
}

std::vector<Difference> differences_on(const std::string& axis,
                                       const std::vector<ComparedPoint>& points) {
  const auto sides = sides_of(points, axis);
  std::vector<Difference> differences;
  for (std::size_t i = 1; i < sides.size(); ++i)
    compare(sides.front(), sides[i], differences);
  return differences;
}

} // namespace

Verdict verdict_on(const Difference& difference) {
  if (difference.different == 0)
    return Verdict::same;
  if (!can_be_told_apart(difference.adjusted))
    return Verdict::open;
  return difference.time.ratio < 1 ? Verdict::faster : Verdict::slower;
}

std::vector<Difference> compare(const SweepStore& from, const SweepStore& to, Searches searches,
                                std::vector<DamagedRow>& damaged) {
  std::array<std::vector<StoredPoint>, 2> stored{points_in(from, damaged), points_in(to, damaged)};
  Axes axes;
  for (auto& points : stored)
    add_by_name(points, axes);
  std::array<Side, 2> sides{Side{from.path(), {}, {}}, Side{to.path(), {}, {}}};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (const auto& point : chosen(compared_points(stored[i], axes, false), searches))
      add(sides[i], point, "");
  }
  std::vector<Difference> differences;
  const std::array versions{latest_version(stored[0]), latest_version(stored[1])};
  for (std::size_t i = 0; versions[0] != versions[1] && i < sides.size(); ++i)
    sides[i].value += fmt::format(" ({})", versions[i]);
  compare(sides[0], sides[1], differences);
  if (differences.empty())
    throw InputError(fmt::format("{} and {} have no search in common", from.path(), to.path()));
  adjust(differences);
  return differences;
}

std::vector<Difference> compare(const SweepStore& store, const std::string& name, Searches searches,
                                std::vector<DamagedRow>& damaged) {
  auto stored = points_in(store, damaged);
  Axes axes;
  if (name != "platform")
    add_by_name(stored, axes);
  else
    std::ranges::for_each(stored, [&](const auto& one) { axes.add(one.point.settings); });
  const auto points = compared_points(stored, axes, name == "version");
  std::vector<Json> all;
  for (const auto& point : points)
    all.push_back(point.axes);
  const auto axis = find_axis(name, all);
  auto differences = differences_on(axis, chosen(points, searches));
  if (differences.empty())
    differences = differences_on(axis, points);
  if (differences.empty())
    throw InputError(
        fmt::format("{}: has no searches that differ in {} only; another setting or store may be "
                    "compared",
                    store.path(), axis));
  adjust(differences);
  return differences;
}

} // namespace eldest
