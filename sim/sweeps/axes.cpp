#include "sim/sweeps/axes.hpp"

#include "algorithms/registry.hpp"
#include "sim/platform_files/quantities.hpp"
#include "sim/sweeps/point.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/quantity.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace eldest {
namespace {

constexpr std::string_view synthetic_prefix = "synthetic:";
constexpr std::string_view seed_parameter = "seed=";

/// A text with parameters, without its seed, and the seed, which is empty if there is none.
struct Unseeded {
  std::string text;
  std::string seed;
};

Unseeded without_seed(std::string_view text) {
  Unseeded result;
  const auto start = text.starts_with(synthetic_prefix) ? synthetic_prefix.size() : 0;
  std::vector<std::string_view> others;
  for (const auto part : split(text.substr(start), ",")) {
    if (part.starts_with(seed_parameter))
      result.seed = part.substr(seed_parameter.size());
    else
      others.push_back(part);
  }
  result.text = fmt::format("{}{}", text.substr(0, start), fmt::join(others, ","));
  if (result.text == synthetic_prefix)
    result.text.pop_back();
  return result;
}

void add_if_new(std::vector<std::string>& texts, const std::string& text) {
  if (std::ranges::find(texts, text) == texts.end())
    texts.push_back(text);
}

std::string digest_of(const Json& settings) {
  return text_of(settings.at("platform").at("digest"));
}

std::string name_of_platform(const Json& settings) {
  return text_of(settings.at("platform").at("name"));
}

std::string with_underscores(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Returns the greatest divided by the least of some numbers above 0.
double unevenness(const std::vector<double>& steps) {
  const auto [least, greatest] = std::ranges::minmax_element(steps);
  return *greatest / *least;
}

bool is_better_logarithmic(const std::set<double>& numbers) {
  constexpr double clearly = 4;
  if (numbers.empty() || *numbers.begin() <= 0 || *numbers.rbegin() < clearly * *numbers.begin())
    return false;
  if (numbers.size() == 2)
    return true;
  std::vector<double> differences;
  std::vector<double> ratios;
  for (auto next = std::next(numbers.begin()); next != numbers.end(); ++next) {
    differences.push_back(*next - *std::prev(next));
    ratios.push_back(std::log(*next / *std::prev(next)));
  }
  return unevenness(ratios) < unevenness(differences);
}

/// Returns true if two of the points that have an axis have different values.
bool has_two_values(const std::string& axis, const std::vector<Json>& points) {
  const Json* first = nullptr;
  for (const auto& point : points) {
    const auto value = point.find(axis);
    if (value == point.end())
      continue;
    if (first != nullptr && *first != *value)
      return true;
    first = &*value;
  }
  return false;
}

} // namespace

void Axes::add(const Json& settings) {
  add_if_new(digests_[name_of_platform(settings)], digest_of(settings));
  const auto tree = text_of(settings.at("tree"));
  if (tree.starts_with(synthetic_prefix))
    add_if_new(trees_[without_seed(tree).text], tree);
}

Json Axes::of(const Json& settings) const {
  const auto platform = name_of_platform(settings);
  const auto digest = digest_of(settings);
  const auto is_first = digests_.at(platform).front() == digest;
  const auto tree = text_of(settings.at("tree"));
  const bool has_seed = tree.starts_with(synthetic_prefix);
  const auto unseeded = without_seed(tree).text;
  Json values{
      {"version", version_of_numbers(settings)},
      {"platform", is_first ? platform : fmt::format("{} [{}]", platform, digest.substr(0, 8))},
      {"model", settings.at("model")},
      {"tree", has_seed && trees_.at(unseeded).size() > 1 ? unseeded : tree}};
  for (const auto* const name : {"depth", "algorithm", "search", "processors", "position", "seed"})
    values[name] = settings.at(name);
  if (has_seed) {
    values["tree_seed"] = without_seed(text_of(settings.at("position"))).seed;
    values["position"] = "startpos"; // the text has all parameters of the tree, with the seed
  }
  constexpr std::string_view changed_numbers = "set";
  for (const auto& [name, value] : settings.at("options").items()) {
    if (name == changed_numbers && value.is_object()) {
      for (const auto& [number, changed] : value.items())
        values.emplace(number, Json(changed));
    } else if (name != "program") { // the options that it has set are there
      values.emplace(name, Json(value));
    }
  }
  return values;
}

bool is_of_samples(std::string_view axis) {
  constexpr std::array<std::string_view, 3> samples{"position", "seed", "tree_seed"};
  return std::ranges::find(samples, axis) != samples.end();
}

std::string words_of_axis(std::string axis) {
  std::ranges::replace(axis, '_', ' ');
  return axis;
}

std::string value_in_words(const std::string& axis, const Json& value) {
  constexpr std::array<std::string_view, 6> known_by_value{"algorithm", "search", "platform",
                                                           "tree",      "model",  "version"};
  if (std::ranges::find(known_by_value, axis) != known_by_value.end())
    return text_of(value);
  if (axis == "processors")
    return fmt::format("{} processor{}", text_of(value), value == 1 ? "" : "s");
  return fmt::format("{} {}", words_of_axis(axis), value.is_null() ? "not set" : text_of(value));
}

std::string find_axis(const std::string& name, const std::vector<Json>& points) {
  auto option = name;
  std::ranges::replace(option, '_', '-');
  const auto current = with_underscores(current_option(option));
  for (const auto& point : points) {
    for (const auto& [axis, value] : point.items()) {
      if (with_underscores(axis) == current)
        return axis;
    }
  }
  const auto varying = varying_axes(points);
  const std::vector<std::string_view> names(varying.begin(), varying.end());
  throw InputError(fmt::format("{}: no such axis{}; in this store vary {}", name,
                               suggestion(with_underscores(name), names),
                               names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

std::vector<std::string> varying_axes(const std::vector<Json>& points) {
  std::vector<std::string> names;
  for (const auto& point : points) {
    for (const auto& [name, value] : point.items())
      add_if_new(names, name);
  }
  std::erase_if(names, [&](const auto& name) { return !has_two_values(name, points); });
  return names;
}

std::optional<double> number_in(const Json& value) {
  if (value.is_number())
    return value.get<double>();
  if (!value.is_string())
    return std::nullopt;
  const auto text = value.get<std::string>();
  if (text.starts_with('x')) // a factor
    return parse_decimal(std::string_view(text).substr(1));
  if (const auto number = parse_seconds(text))
    return number;
  if (const auto count = parse_count(text))
    return static_cast<double>(*count);
  for (const auto* const quantity :
       {&quantities::time_span, &quantities::bandwidth, &quantities::unused_speed}) {
    if (const auto number = parse_quantity(text, *quantity))
      return number;
  }
  return std::nullopt;
}

Scale::Scale(std::string axis, const std::vector<Json>& values)
    : axis_(std::move(axis)), has_numbers_(std::ranges::all_of(values, [](const Json& value) {
        return number_in(value).has_value();
      })) {
  std::set<double> numbers;
  for (const auto& value : values) {
    if (has_numbers_)
      numbers.insert(*number_in(value));
    else
      add_if_new(categories_, text_of(value));
  }
  is_logarithmic_ = has_numbers_ && (axis_ == "processors" || is_better_logarithmic(numbers));
}

AxisValue Scale::place_of(const Json& value) const {
  if (has_numbers_)
    return {number_in(value).value(), text_of(value)};
  const auto found = std::ranges::find(categories_, text_of(value));
  return {static_cast<double>(found - categories_.begin()), text_of(value)};
}

} // namespace eldest
