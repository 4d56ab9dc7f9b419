#include "sim/sweeps/differences.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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
using Searches = std::map<std::string, std::map<std::string, SearchFigures>>;

/// Searches that differ only in position and seed.
struct AlikeSearches {
  Json settings; ///< that the searches have in common
  Searches searches;
};

/// The searches that have the same value of the compared setting, by group.
struct Side {
  std::string value;
  std::string version; ///< version_of_numbers of all searches; empty if they may differ in it
  std::vector<std::string> order; ///< names of the groups, in the order of their first searches
  std::map<std::string, AlikeSearches> groups;
};

/// Stands for the value of the compared setting in the settings of a group.
constexpr std::string_view any = "any";

/// Returns the settings that a search has in common with those of its group.
Json settings_of_group(const Json& settings) {
  Json common{{"platform", settings.at("platform").at("name")}};
  for (const auto* const field :
       {"algorithm", "tree", "depth", "processors", "model", "search", "options"})
    common[field] = settings.at(field);
  return common;
}

/// Returns the settings of a group in words, without its options.
std::string words_of(const Json& settings) {
  std::vector<std::string> words;
  for (const auto* const field : {"algorithm", "tree"}) {
    if (settings.at(field) != any)
      words.push_back(text_of(settings.at(field)));
  }
  words.push_back(fmt::format("depth {}", serialize(settings.at("depth"))));
  words.push_back(fmt::format("on {} of {}", serialize(settings.at("processors")),
                              text_of(settings.at("platform"))));
  if (settings.at("model") != any)
    words.push_back(text_of(settings.at("model")));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Returns the search and the options of a group that are not those of all groups with the same
/// words, or an empty text.
std::string particulars_of(const Json& settings, const std::vector<Json>& groups) {
  const auto words = words_of(settings);
  const Json places =
      Json{{"search", settings.at("search")}, {"options", settings.at("options")}}.flatten();
  std::string particulars;
  for (const auto& item : places.items()) {
    const Json::json_pointer pointer(item.key());
    const auto& value = item.value();
    const auto differs = [&](const Json& group) {
      return words_of(group) == words && (!group.contains(pointer) || group.at(pointer) != value);
    };
    if (value == any || std::ranges::none_of(groups, differs))
      continue;
    auto name = pointer.back();
    std::ranges::replace(name, '_', ' ');
    particulars += fmt::format(", {} {}", name, text_of(value));
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

void add(Side& side, const Json& settings, const Json& result) {
  auto common = settings_of_group(settings);
  const auto name = serialize(common);
  if (!side.groups.contains(name))
    side.order.push_back(name);
  auto& group = side.groups.try_emplace(name, AlikeSearches{std::move(common), {}}).first->second;
  const auto [place, is_new] = group.searches[text_of(settings.at("position"))].try_emplace(
      serialize(settings.at("seed")), figures_of(result));
  if (!is_new)
    throw InputError(fmt::format("{}: has searches that differ in other things, too: {}",
                                 side.value, words_of(group.settings)));
}

MeanRatio geometric_mean(const Samples& logarithms) {
  MeanRatio result{std::exp(mean(logarithms)), std::nullopt};
  if (const auto interval = confidence_interval(logarithms))
    result.interval = {std::exp(interval->low), std::exp(interval->high)};
  return result;
}

/// Compares the searches that are in both `from` and `to`, which are of the same group. Returns
/// nothing if no search is in both.
std::optional<Difference> compare(const Searches& from, const Searches& to) {
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
      time_ratios.push_back(std::log(other->second.time / figures.time));
      node_ratios.push_back(std::log(other->second.nodes / figures.nodes));
      difference.different += time_ratios.back() == 0 ? 0 : 1;
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
    all.push_back(group.settings);
  for (const auto& name : from.order) {
    const auto& group = from.groups.at(name);
    const auto there = to.groups.find(name);
    if (there == to.groups.end())
      continue;
    auto difference = compare(group.searches, there->second.searches);
    if (!difference)
      continue;
    difference->searches = words_of(group.settings) + particulars_of(group.settings, all);
    difference->from = from.value;
    difference->to = to.value;
    differences.push_back(std::move(*difference));
  }
}

/// Returns the value of `setting`, which may be an option, or null if it is missing. Removes an
/// option from `settings`, and replaces any other setting by `any`.
///
/// If `setting` is the algorithm, or the algorithm's variant, also removes the algorithm's own
/// options, because they follow from it. If `setting` is one of these options, also removes the
/// variant, because it follows from them.
Json take(Json& settings, const std::string& setting) {
  auto& options = settings.at("options");
  auto own = text_of(settings.at("algorithm")) + '_';
  std::ranges::replace(own, '-', '_');
  Json value;
  if (options.contains(setting))
    value = options.at(setting);
  else if (settings.contains(setting))
    value = std::exchange(settings.at(setting), any);
  Json others = Json::object();
  for (const auto& [name, option] : options.items()) {
    const bool follows =
        name.starts_with(own) && (setting == "algorithm" || setting == own + "variant" ||
                                  (setting.starts_with(own) && name == own + "variant"));
    if (name != setting && !follows)
      others[name] = option;
  }
  options = std::move(others);
  return value;
}

/// Returns the searches of a store whose version_of_numbers is that of the latest one.
Side latest_side(const SweepStore& store, std::vector<DamagedRow>& damaged) {
  const auto points = points_in(store, damaged);
  Side side{store.path(), latest_version(points), {}, {}};
  for (const auto& [point, outcome] : points) {
    if (outcome && outcome->result && version_of_numbers(point.settings) == side.version)
      add(side, point.settings, *outcome->result);
  }
  return side;
}

/// Throws InputError if searches cannot be compared by `setting`.
void check_setting(const std::string& setting, const std::vector<StoredPoint>& points) {
  constexpr std::array<std::string_view, 5> settings{"version", "algorithm", "search", "tree",
                                                     "model"};
  const auto has = [&](const StoredPoint& stored) {
    return stored.point.settings.at("options").contains(setting);
  };
  if (std::ranges::find(settings, setting) == settings.end() && std::ranges::none_of(points, has))
    throw InputError(fmt::format("{}: must be {}, or an option that some search has", setting,
                                 fmt::join(settings, ", ")));
}

} // namespace

std::vector<Difference> compare(const SweepStore& from, const SweepStore& to,
                                std::vector<DamagedRow>& damaged) {
  std::vector<Difference> differences;
  auto first = latest_side(from, damaged);
  auto second = latest_side(to, damaged);
  if (first.version != second.version) {
    first.value += fmt::format(" ({})", first.version);
    second.value += fmt::format(" ({})", second.version);
  }
  compare(first, second, differences);
  if (differences.empty())
    throw InputError(fmt::format("{} and {} have no search in common", from.path(), to.path()));
  return differences;
}

std::vector<Difference> compare(const SweepStore& store, const std::string& setting,
                                std::vector<DamagedRow>& damaged) {
  std::vector<Side> sides;
  const auto points = points_in(store, damaged);
  check_setting(setting, points);
  const auto version = latest_version(points);
  for (const auto& [point, outcome] : points) {
    if (!outcome || !outcome->result ||
        (setting != "version" && version_of_numbers(point.settings) != version))
      continue;
    auto settings = point.settings;
    settings["version"] = version_of_numbers(settings);
    const auto value = take(settings, setting);
    if (value.is_null())
      continue;
    auto side = std::ranges::find(sides, text_of(value), &Side::value);
    if (side == sides.end())
      side = sides.insert(sides.end(), Side{text_of(value), {}, {}, {}});
    add(*side, settings, *outcome->result);
  }
  std::vector<Difference> differences;
  for (std::size_t i = 1; i < sides.size(); ++i)
    compare(sides.front(), sides[i], differences);
  if (differences.empty())
    throw InputError(
        fmt::format("{}: has no searches that differ in {} only; another setting or store may be "
                    "compared",
                    store.path(), setting));
  return differences;
}

} // namespace eldest
