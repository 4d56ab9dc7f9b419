#include "algorithms/algorithm.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/programs.hpp"
#include "sim/cli/version.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/simulated/shipped_platforms.hpp"
#include "trees/errors.hpp"
#include "trees/synthetic/named_trees.hpp"
#include "trees/synthetic/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace {

void list_algorithms() {
  for (const auto& algorithm : algorithms())
    std::cout << fmt::format("{:<17} {}\n", algorithm.name(), algorithm.description());
}

void list_counters() {
  const auto print = [](const std::vector<CounterMeaning>& counters) {
    for (const auto& [name, meaning] : counters)
      std::cout << fmt::format("{:<24} {}\n", name, meaning);
  };
  print(meanings<Counters>());
  for (const auto& algorithm : algorithms())
    print(algorithm.counters());
}

void list_trees() {
  for (const auto& tree : trees())
    std::cout << fmt::format("{:<12} {}\n", tree.name, tree.description);
}

void list_synthetic_trees() {
  std::cout << synthetic::parameter_help() << '\n';
  for (const auto& tree : synthetic::named_trees)
    std::cout << fmt::format("name={:<18} {}\n{:24}{}\n", tree.name, tree.description, "",
                             tree.parameters);
}

void list_platforms() {
  for (const auto& platform : shipped_platforms())
    std::cout << fmt::format("{:<30} {}\n", platform.file, platform.description);
}

/// The first comment line of a program's settings.
std::string_view summary(std::string_view settings) {
  const auto line = settings.substr(0, settings.find('\n'));
  return line.substr(std::min(line.find_first_not_of("# "), line.size()));
}

void list_programs() {
  for (const auto& program : programs())
    std::cout << fmt::format("{:<12} {}\n", program.name, summary(program.settings));
}

void print_program(const std::string& name) { std::cout << find_program(name).settings; }

/// Things that have a name and a description.
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
  void (*print)();
  Json (*json)();
};
constexpr std::array lists{List{"algorithms", list_algorithms, algorithms_json},
                           List{"counters", list_counters, counters_json},
                           List{"trees", list_trees, [] { return named_json(trees()); }},
                           List{"synthetic", list_synthetic_trees, synthetic_json},
                           List{"platforms", list_platforms, platforms_json},
                           List{"programs", list_programs, programs_json}};

std::string names_of_lists(std::string_view separator) {
  std::vector<std::string_view> names;
  for (const auto& list : lists)
    names.push_back(list.name);
  return fmt::format("{}", fmt::join(names, separator));
}

/// Prints the lists that are wanted as one object.
template <class Wanted> void print_json(const Wanted& wanted) {
  Json report{{"command", "list"}, {"version", version}};
  for (const auto& list : lists) {
    if (wanted(list))
      report[std::string(list.name)] = list.json();
  }
  std::cout << serialize(report, 2) << '\n';
}

} // namespace

void list_command(std::span<const std::string> words) {
  std::vector<std::string> chosen(words.begin(), words.end());
  const bool json = std::erase(chosen, "--json") > 0;
  if (chosen.size() == 1 && (chosen[0] == "--help" || chosen[0] == "-h")) {
    std::cout << fmt::format("eldest list [{}] [--json]\n"
                             "eldest list program NAME   its settings, with their sources\n",
                             names_of_lists("|"));
    return;
  }
  if (chosen.size() == 2 && chosen[0] == "program" && !json)
    return print_program(chosen[1]);
  const auto wanted = [&](const List& list) { return chosen.empty() || chosen[0] == list.name; };
  if (chosen.size() > 1 || std::none_of(lists.begin(), lists.end(), wanted))
    throw InputError(fmt::format("list {}: must be {} or program NAME", fmt::join(chosen, " "),
                                 names_of_lists(", ")));
  if (json)
    return print_json(wanted);
  for (const auto& list : lists) {
    if (chosen.empty())
      std::cout << (list.name == lists.front().name ? "" : "\n") << list.name << '\n';
    if (wanted(list))
      list.print();
  }
}

} // namespace eldest
