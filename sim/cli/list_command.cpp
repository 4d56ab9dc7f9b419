#include "algorithms/algorithm.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/programs.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/simulated/shipped_platforms.hpp"
#include "trees/errors.hpp"
#include "trees/synthetic/named_trees.hpp"
#include "trees/synthetic/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

struct List {
  std::string_view name;
  void (*print)();
};
constexpr std::array lists{
    List{"algorithms", list_algorithms}, List{"counters", list_counters},
    List{"trees", list_trees},           List{"synthetic", list_synthetic_trees},
    List{"platforms", list_platforms},   List{"programs", list_programs}};

std::string names_of_lists(std::string_view separator) {
  std::vector<std::string_view> names;
  for (const auto& list : lists)
    names.push_back(list.name);
  return fmt::format("{}", fmt::join(names, separator));
}

} // namespace

void list_command(std::span<const std::string> words) {
  if (words.size() == 1 && (words[0] == "--help" || words[0] == "-h")) {
    std::cout << fmt::format("eldest list [{}]\n"
                             "eldest list program NAME   its settings, with their sources\n",
                             names_of_lists("|"));
    return;
  }
  if (words.size() == 2 && words[0] == "program")
    return print_program(words[1]);
  const auto wanted = [&](const List& list) { return words.empty() || words[0] == list.name; };
  if (words.size() > 1 || std::none_of(lists.begin(), lists.end(), wanted))
    throw InputError(fmt::format("list {}: must be {} or program NAME", fmt::join(words, " "),
                                 names_of_lists(", ")));
  for (const auto& list : lists) {
    if (words.empty())
      std::cout << (list.name == lists.front().name ? "" : "\n") << list.name << '\n';
    if (wanted(list))
      list.print();
  }
}

} // namespace eldest
