#include "sim/cli/commands/grid.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"
#include "sim/cli/commands/simulation_request.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/platform_files/platform_changes.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace eldest {
namespace po = boost::program_options;
namespace {

using Values = std::vector<std::string>;

/// Options whose values may contain commas.
constexpr std::array<std::string_view, 7> with_commas{
    "position", "node-costs", "node-bytes", "hosts", "failures", "cfg", "set"};
/// Options that take a list in a single simulation already.
constexpr std::array<std::string_view, 2> whole{"processors", "seeds"};

template <class Names> bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns true for options whose values are whole numbers. Their lists may have ranges.
bool is_count(std::string_view option) { return option == "depth" || option == "tt-entries"; }

/// Returns the trees that a text stands for: one for each seed if its parameter `seed` is a range,
/// such as `seed=1..10`, and otherwise one.
Values trees_of(const std::string& text) {
  constexpr std::string_view key = "seed=";
  auto begin = text.find(',' + std::string(key));
  if (begin == std::string::npos)
    begin = text.find(':' + std::string(key));
  if (begin == std::string::npos)
    return {text};
  begin += 1 + key.size();
  const auto end = std::min(text.find(',', begin), text.size());
  const auto seeds = text.substr(begin, end - begin);
  if (seeds.find("..") == std::string::npos)
    return {text};
  Values trees;
  for (const int seed : parse_counts("--tree seed", seeds))
    trees.push_back(text.substr(0, begin) + fmt::to_string(seed) + text.substr(end));
  return trees;
}

/// Splits one value of an option into the values of its list.
Values split(const std::string& option, const std::string& text) {
  Values values;
  if (is_count(option)) {
    for (const int count : parse_counts("--" + option, text))
      values.push_back(fmt::to_string(count));
  } else if (option == "tree" && text.find(':') != std::string::npos) {
    values = trees_of(text);
  } else if (contains(with_commas, option) || contains(whole, option)) {
    values = {text};
  } else {
    boost::algorithm::split(values, text, boost::algorithm::is_any_of(","));
  }
  return values;
}

Options simulation_options() {
  Options options;
  add_simulation_options(options);
  return options;
}

/// Returns true for options of every command, which are not part of a grid.
bool is_of_every_command(std::string_view option) { return Options().has(std::string(option)); }

} // namespace

void Grid::add_options(Options& options) {
  const auto simulation = simulation_options();
  for (const auto& group : simulation.groups()) {
    for (const auto& option : option_texts(group)) {
      if (is_of_every_command(option.name))
        continue;
      const auto value = option.default_value.empty()
                             ? option.value
                             : fmt::format("{} (={})", option.value, option.default_value);
      const auto name =
          option.letter == 0 ? option.name : fmt::format("{},{}", option.name, option.letter);
      options.about(group.topic)(
          name, option.value_is_optional ? texts_or_yes(value) : texts(value), option.description);
    }
  }
}

Grid::Grid(const po::variables_map& values) {
  for (const auto& option : option_texts(simulation_options())) {
    const auto& name = option.name;
    if (values.count(name) == 0 || is_of_every_command(name))
      continue;
    Axis axis{name, {}};
    for (const auto& text : values[name].as<Values>()) {
      const auto found = split(name, text);
      axis.values.insert(axis.values.end(), found.begin(), found.end());
    }
    if (name == "algorithm")
      std::ranges::transform(axis.values, std::back_inserter(algorithms_), current_algorithm);
    else if (name == "set")
      add_changes(axis.values);
    else if (name == "cfg")
      for (const auto& value : axis.values)
        everywhere_.insert(everywhere_.end(), {"--" + name, value});
    else if (contains(whole, name))
      everywhere_.insert(everywhere_.end(),
                         {"--" + name, fmt::format("{}", fmt::join(axis.values, ","))});
    else
      axes_.push_back(std::move(axis));
  }
  if (algorithms_.empty())
    algorithms_ = {"abdada"};
  for (const auto& algorithm : algorithms_)
    static_cast<void>(find_algorithm(algorithm));
  for (const auto& axis : axes_) {
    if (is_option_of_others(axis.option, algorithms_))
      throw InputError(fmt::format("--{} {}: {} has no such option", axis.option,
                                   fmt::join(axis.values, ","), fmt::join(algorithms_, ", ")));
  }
}

void Grid::add_changes(const Values& lists) {
  for (const auto& list : lists) {
    const auto [number, values] = read_platform_change(list);
    Axis axis{"set", {}};
    for (const auto value : eldest::split(values, ","))
      axis.values.push_back(fmt::format("{}={}", number, value));
    axes_.push_back(std::move(axis));
  }
}

std::vector<Grid::Axis> Grid::axes_of(const std::string& algorithm) const {
  std::vector<Axis> own;
  for (const auto& axis : axes_) {
    if (!is_option_of_others(axis.option, {algorithm}))
      own.push_back(axis);
  }
  return own;
}

std::vector<Grid::Choice> Grid::choices() const {
  std::vector<Choice> all;
  for (const auto& algorithm : algorithms_) {
    std::vector<Choice> choices{{"--algorithm", algorithm}};
    for (const auto& axis : axes_of(algorithm)) {
      std::vector<Choice> longer;
      for (const auto& choice : choices) {
        for (const auto& value : axis.values) {
          longer.push_back(choice);
          longer.back().insert(longer.back().end(), {"--" + axis.option, value});
        }
      }
      choices = std::move(longer);
    }
    all.insert(all.end(), choices.begin(), choices.end());
  }
  for (auto& choice : all)
    choice.insert(choice.end(), everywhere_.begin(), everywhere_.end());
  return all;
}

} // namespace eldest
