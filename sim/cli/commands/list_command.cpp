#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/programs.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/style.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/platform_files/shipped_platforms.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"
#include "trees/synthetic/named_trees.hpp"
#include "trees/synthetic/parameters.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Prints a name, and its description from `column` on.
void print_entry(std::string_view name, std::string_view description, std::size_t column,
                 const Style& style) {
  std::cout << fmt::format("{:<{}} {}\n", name, column - 1,
                           style.paragraph(description, column, column));
}

void list_algorithms(const Style& style) {
  for (const auto& algorithm : algorithms())
    print_entry(algorithm.name(), algorithm.description(), 18, style);
}

void list_counters(const Style& style) {
  const auto print = [&](const std::vector<CounterMeaning>& counters) {
    for (const auto& [name, meaning] : counters)
      print_entry(name, meaning, 25, style);
  };
  print(meanings<Counters>());
  for (const auto& algorithm : algorithms())
    print(algorithm.counters());
}

void list_trees(const Style& style) {
  for (const auto& tree : trees())
    print_entry(tree.name, tree.description, 13, style);
}

void list_synthetic_trees(const Style& style) {
  const auto parameters = synthetic::parameter_help();
  for (const auto line : eldest::split(trim(parameters), "\n"))
    std::cout << style.paragraph(line, 2) << '\n';
  std::cout << '\n';
  for (const auto& tree : synthetic::named_trees) {
    print_entry(fmt::format("name={}", tree.name), tree.description, 24, style);
    std::cout << fmt::format("{:24}{}\n", "", tree.parameters); // in one line, to be copied
  }
}

void list_platforms(const Style& style) {
  for (const auto& platform : shipped_platforms())
    print_entry(platform.file, platform.description, 31, style);
}

/// Returns the first comment line of a preset's settings.
std::string_view summary(std::string_view settings) {
  const auto line = settings.substr(0, settings.find('\n'));
  return line.substr(std::min(line.find_first_not_of("# "), line.size()));
}

void list_programs(const Style& style) {
  for (const auto& program : programs())
    print_entry(program.name, summary(program.settings), 13, style);
}

void print_program(const std::string& name) { std::cout << find_program(name).settings; }

/// Returns the names and descriptions of `things`.
template <class Things> Json named_json(const Things& things) {
  Json json = Json::array();
  for (const auto& thing : things)
    json.push_back({{"name", thing.name}, {"description", thing.description}});
  return json;
}

Json algorithms_json() {
  Json json = Json::array();
  for (const auto& algorithm : algorithms())
    json.push_back({{"name", algorithm.name()}, {"description", algorithm.description()}});
  return json;
}

Json counters_json() {
  Json json = Json::array();
  const auto add = [&](const std::vector<CounterMeaning>& counters) {
    for (const auto& [name, meaning] : counters)
      json.push_back({{"name", name}, {"description", meaning}});
  };
  add(meanings<Counters>());
  for (const auto& algorithm : algorithms())
    add(algorithm.counters());
  return json;
}

Json synthetic_json() {
  auto json = named_json(synthetic::named_trees);
  for (std::size_t i = 0; i < json.size(); ++i)
    json[i]["parameters"] = synthetic::named_trees.at(i).parameters;
  return json;
}

Json platforms_json() {
  Json json = Json::array();
  for (const auto& platform : shipped_platforms())
    json.push_back({{"file", platform.file}, {"description", platform.description}});
  return json;
}

Json programs_json() {
  Json json = Json::array();
  for (const auto& program : programs())
    json.push_back({{"name", program.name},
                    {"description", summary(program.settings)},
                    {"settings", program.settings}});
  return json;
}

struct List {
  std::string_view name;
  void (*print)(const Style&);
  Json (*json)();
};
constexpr std::array lists{List{"algorithms", list_algorithms, algorithms_json},
                           List{"counters", list_counters, counters_json},
                           List{"trees", list_trees, [] { return named_json(trees()); }},
                           List{"synthetic", list_synthetic_trees, synthetic_json},
                           List{"platforms", list_platforms, platforms_json},
                           List{"programs", list_programs, programs_json}};

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (const auto& list : lists)
    names.emplace_back(list.name);
  return names;
}

Options list_options() {
  Options options;
  options.about("operands")(
      "what", texts("LIST"),
      fmt::format(
          "{}; default: all; or program NAME, the settings of an engine preset with their sources",
          fmt::join(list_names(), ", ")));
  options.add_operand("what", -1, list_names());
  add_json_option(options);
  return options;
}

/// Prints the wanted lists as one object.
template <class Wanted> void print_json(const Wanted& wanted) {
  Json report{{"command", "list"}, {"version", version}};
  for (const auto& list : lists) {
    if (wanted(list))
      report[std::string(list.name)] = list.json();
  }
  std::cout << serialize(report, 2) << '\n';
}

void print_lists(const po::variables_map& values) {
  const auto chosen = values.count("what") == 0 ? std::vector<std::string>()
                                                : values["what"].as<std::vector<std::string>>();
  const bool json = values["json"].as<bool>();
  if (chosen.size() == 2 && chosen[0] == "program" && !json)
    return print_program(chosen[1]);
  const auto wanted = [&](const List& list) { return chosen.empty() || chosen[0] == list.name; };
  if (chosen.size() > 1 || std::none_of(lists.begin(), lists.end(), wanted))
    throw InputError(fmt::format("list {}: must be {} or program NAME", fmt::join(chosen, " "),
                                 fmt::join(list_names(), ", ")));
  if (json)
    return print_json(wanted);
  const auto style = Style::of(STDOUT_FILENO);
  for (const auto& list : lists) {
    if (chosen.empty())
      std::cout << (list.name == lists.front().name ? "" : "\n") << style.heading(list.name)
                << '\n';
    if (wanted(list))
      list.print(style);
  }
}

} // namespace

Command list_command() {
  return {"list", "list algorithms, counters, trees, platforms and engine presets", "",
          list_options, print_lists};
}

} // namespace eldest
