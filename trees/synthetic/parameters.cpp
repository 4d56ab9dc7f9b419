#include "trees/synthetic/parameters.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/synthetic/named_trees.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace eldest::synthetic {

namespace {

/// A parameter that is a number within a range.
struct NumberKey {
  std::string_view name;
  double min;
  double max;
  std::variant<int Parameters::*, double Parameters::*> member;
  std::optional<Model> only_for;
  std::string_view meaning;
};

constexpr std::array number_keys{
    NumberKey{"forced", 0, 1, &Parameters::forced, std::nullopt,
              "probability that a node has a single move, whatever b is"},
    NumberKey{"order", 0, 1, &Parameters::order, Model::ordered,
              "probability that the best move is the first"},
    NumberKey{
        "falloff", 0, 1, &Parameters::falloff, Model::ordered,
        "factor by which each later place of the best move is less probable than the place before"},
    NumberKey{"spread", 0, 10'000, &Parameters::spread, std::nullopt,
              "points: greatest loss by a move other than the best, or greatest value of a branch "
              "or node"},
    NumberKey{"trend", 0, 1'000, &Parameters::trend, Model::ordered,
              "points that a move other than the best loses more for each place behind the first"},
    NumberKey{"correlation", 0, 1, &Parameters::correlation, Model::incremental,
              "share of its father's value that a node inherits"},
    NumberKey{"noise", 0, 5'000, &Parameters::noise, std::nullopt,
              "points: standard deviation of the error of static evaluation"},
    NumberKey{"persistence", 0, 0.95, &Parameters::persistence, std::nullopt,
              "correlation of a node's error and swing with its father's"},
    NumberKey{"swing", -5'000, 5'000, &Parameters::swing, std::nullopt,
              "points by which static evaluation favours the side to move (odd-even effect)"},
    NumberKey{"swing_noise", 0, 5'000, &Parameters::swing_noise, std::nullopt,
              "points: standard deviation of the swing from node to node"},
    NumberKey{"grain", 1, 10'000, &Parameters::grain, std::nullopt,
              "points: evaluations are multiples of it"},
    NumberKey{"transpositions", 0, 1, &Parameters::transpositions, std::nullopt,
              "probability that moves a, b, c and c, b, a lead to the same node"},
    NumberKey{"commuting", 0, 1, &Parameters::commuting, Model::ordered,
              "probability that a move can be exchanged with others of the same player"},
    NumberKey{"leaf", 0, 1, &Parameters::leaf, std::nullopt,
              "probability that the game is over at a node"},
    NumberKey{"extend", 0, 1, &Parameters::extend, std::nullopt,
              "probability that the search is extended by a ply below a node"},
    NumberKey{"evasions", 1, 256, &Parameters::evasions, std::nullopt,
              "greatest number of moves of a node below which the search is extended"},
    NumberKey{"reduction", 0, 4, &Parameters::reduction, std::nullopt,
              "ply by which the search below a son is shallower for each doubling of its place"},
    NumberKey{"cost", 0.001, 1'000, &Parameters::cost, std::nullopt,
              "mean relative cost of a node"},
    NumberKey{"cost_spread", 0, 1, &Parameters::cost_spread, std::nullopt,
              "costs are between cost * (1 - cost_spread) and cost * (1 + cost_spread)"},
};

/// Returns true if trees of release 1.0 do not have the parameter. At 0 it is left out of a tree's
/// text, by which the store of a sweep knows the results of that release.
bool newer_than_release_1_0(const NumberKey& key) {
  return key.name == "forced" || key.name == "swing_noise";
}

constexpr std::array<std::pair<std::string_view, Model>, 3> models{
    {{"ordered", Model::ordered}, {"incremental", Model::incremental}, {"iid", Model::iid}}};

constexpr int max_moves = 256;
constexpr double max_geometric_mean = 32;
constexpr std::string_view geometric_prefix = "geometric:";
constexpr std::string_view branching_rule = "a number of moves from 1 to 256, a range such as "
                                            "20..40, or geometric:M with a mean M from 1 to "
                                            "32";

template <class... Arguments>
[[noreturn]] void fail(fmt::format_string<Arguments...> message, Arguments&&... arguments) {
  throw InputError(Subject::tree,
                   "synthetic: " + fmt::format(message, std::forward<Arguments>(arguments)...));
}

std::string_view name_of(Model model) {
  return std::find_if(models.begin(), models.end(),
                      [model](const auto& entry) { return entry.second == model; })
      ->first;
}

double value_of(const Parameters& parameters, const NumberKey& key) {
  return std::visit([&](auto member) { return static_cast<double>(parameters.*member); },
                    key.member);
}

/// Returns true if a tree depends on a key. Of the two keys that exclude each other, that is
/// `commuting` if it is not 0, and `transpositions` otherwise.
bool has_meaning(const NumberKey& key, const Parameters& parameters) {
  if (key.only_for && *key.only_for != parameters.model)
    return false;
  if (key.name == "commuting")
    return parameters.commuting != 0;
  return key.name != "transpositions" || parameters.commuting == 0;
}

/// Returns true if `value` is within [min, max], which NaN is not.
bool in_range(double value, double min, double max) { return value >= min && value <= max; }

void set_number(Parameters& parameters, const NumberKey& key, std::string_view text) {
  const auto set = [&]<class Number>(Number Parameters::*member) {
    const auto number = to_number<Number>(text);
    if (!number || !in_range(static_cast<double>(*number), key.min, key.max))
      fail("'{}={}' must be {} from {} to {}", key.name, text,
           std::is_integral_v<Number> ? "a whole number" : "a number", key.min, key.max);
    parameters.*member = *number;
  };
  std::visit(set, key.member);
}

bool valid(const Branching& branching) {
  const auto& [fewest, most, mean] = branching;
  if (mean != 0)
    return in_range(mean, 1, max_geometric_mean);
  return 1 <= fewest && fewest <= most && most <= max_moves;
}

std::optional<Branching> branching_from(std::string_view text) {
  Branching branching;
  if (text.starts_with(geometric_prefix)) {
    const auto mean = to_number<double>(text.substr(geometric_prefix.size())).value_or(0);
    if (mean == 0)
      return std::nullopt;
    branching.geometric_mean = mean;
  } else {
    const auto dots = text.find("..");
    const auto fewest = to_number<int>(text.substr(0, dots));
    const auto most =
        dots == std::string_view::npos ? fewest : to_number<int>(text.substr(dots + 2));
    branching.fewest = fewest.value_or(0);
    branching.most = most.value_or(0);
  }
  return valid(branching) ? std::optional{branching} : std::nullopt;
}

std::string text_of(const Branching& branching) {
  const auto& [fewest, most, mean] = branching;
  if (mean != 0)
    return fmt::format("{}{}", geometric_prefix, mean);
  return fewest == most ? fmt::format("{}", fewest) : fmt::format("{}..{}", fewest, most);
}

void set_branching(Parameters& parameters, std::string_view text) {
  const auto branching = branching_from(text);
  if (!branching)
    fail("'b={}' must be {}", text, branching_rule);
  parameters.branching = *branching;
}

void set_seed(Parameters& parameters, std::string_view text) {
  const auto seed = to_number<std::uint64_t>(text);
  if (!seed)
    fail("'seed={}' must be a whole number from 0 to 2^64 - 1", text);
  parameters.seed = *seed;
}

void set_model(Parameters& parameters, std::string_view text) {
  const auto* const found = std::find_if(models.begin(), models.end(),
                                         [text](const auto& entry) { return entry.first == text; });
  if (found == models.end())
    fail("'model={}' must be ordered, incremental or iid", text);
  parameters.model = found->second;
}

Parameters named(std::string_view name) {
  const auto* const found = std::find_if(named_trees.begin(), named_trees.end(),
                                         [name](const auto& tree) { return tree.name == name; });
  if (found == named_trees.end()) {
    std::vector<std::string_view> names;
    names.reserve(named_trees.size());
    for (const auto& tree : named_trees)
      names.push_back(tree.name);
    fail("there is no tree named '{}'{}; there are {}", name, suggestion(name, names),
         fmt::join(names, ", "));
  }
  return parse_parameters(found->parameters);
}

const NumberKey* find_number_key(std::string_view name) {
  const auto* const found = std::find_if(number_keys.begin(), number_keys.end(),
                                         [name](const NumberKey& key) { return key.name == name; });
  return found == number_keys.end() ? nullptr : found;
}

[[noreturn]] void fail_unknown(std::string_view name) {
  std::vector<std::string_view> names{"name", "model", "b", "seed"};
  for (const auto& key : number_keys)
    names.push_back(key.name);
  fail("unknown parameter '{}'{}; there are {}", name, suggestion(name, names),
       fmt::join(names, ", "));
}

struct Setting {
  std::string_view name;
  std::string_view value;
};

Setting setting_from(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    fail("'{}' must be of the form key=value", text);
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<Setting> settings_from(std::string_view text) {
  std::vector<Setting> settings;
  while (!text.empty() || !settings.empty()) {
    const auto comma = text.find(',');
    const auto setting = setting_from(text.substr(0, comma));
    if (std::any_of(settings.begin(), settings.end(),
                    [&](const Setting& earlier) { return earlier.name == setting.name; }))
      fail("'{}' is given twice", setting.name);
    settings.push_back(setting);
    if (comma == std::string_view::npos)
      break;
    text.remove_prefix(comma + 1);
  }
  return settings;
}

void apply(Parameters& parameters, const Setting& setting) {
  const auto& [name, value] = setting;
  if (name == "name" || name == "model")
    return;
  if (name == "b")
    return set_branching(parameters, value);
  if (name == "seed")
    return set_seed(parameters, value);
  const auto* const key = find_number_key(name);
  if (key == nullptr)
    fail_unknown(name);
  if (key->only_for && *key->only_for != parameters.model)
    fail("'{}' has a meaning for model={} only, and this tree is model={}", name,
         name_of(*key->only_for), name_of(parameters.model));
  set_number(parameters, *key, value);
}

} // namespace

Parameters parse_parameters(std::string_view text) {
  const auto settings = settings_from(text);
  Parameters parameters;
  for (const auto& [name, value] : settings)
    if (name == "name")
      parameters = named(value);
  for (const auto& [name, value] : settings)
    if (name == "model")
      set_model(parameters, value);
  for (const auto& setting : settings)
    apply(parameters, setting);
  check(parameters);
  return parameters;
}

std::string to_text(const Parameters& parameters) {
  auto text = fmt::format("model={},b={},seed={}", name_of(parameters.model),
                          text_of(parameters.branching), parameters.seed);
  for (const auto& key : number_keys) {
    const double value = value_of(parameters, key);
    if (has_meaning(key, parameters) && (value != 0 || !newer_than_release_1_0(key)))
      text += fmt::format(",{}={}", key.name, value);
  }
  return text;
}

std::string to_short_text(const Parameters& parameters) {
  const Parameters defaults;
  auto text =
      parameters.model == defaults.model
          ? fmt::format("b={}", text_of(parameters.branching))
          : fmt::format("model={},b={}", name_of(parameters.model), text_of(parameters.branching));
  for (const auto& key : number_keys) {
    const double value = value_of(parameters, key);
    if (value != value_of(defaults, key) && has_meaning(key, parameters))
      text += fmt::format(",{}={}", key.name, value);
  }
  return text;
}

void check(const Parameters& parameters) {
  if (!valid(parameters.branching))
    fail("'b={}' must be {}", text_of(parameters.branching), branching_rule);
  for (const auto& key : number_keys)
    if (const double value = value_of(parameters, key); !in_range(value, key.min, key.max))
      fail("'{}={}' must be from {} to {}", key.name, value, key.min, key.max);
  if (parameters.commuting != 0 && parameters.transpositions != 0)
    fail("'commuting' and 'transpositions' exclude each other; one of them must be 0");
}

std::string parameter_help() {
  auto help = fmt::format("name: a named tree to start from\n"
                          "model: ordered, incremental or iid\n"
                          "b: moves of a node: {}\n"
                          "seed: a whole number; each seed gives another tree\n",
                          branching_rule);
  for (const auto& key : number_keys) {
    help += fmt::format("{}: {} to {}: {}", key.name, key.min, key.max, key.meaning);
    help += key.only_for ? fmt::format(" (model={} only)\n", name_of(*key.only_for)) : "\n";
  }
  return help;
}

} // namespace eldest::synthetic
