#include "sim/cli/command.hpp"
#include "sim/names.hpp"
#include "sim/problem.hpp"
#include "trees/input_error.hpp"

#include <fmt/format.h>

#include <iostream>

namespace eldest {
namespace {

void list_algorithms() {
  for (const auto& algorithm : algorithms())
    std::cout << fmt::format("{:<12} {}\n", algorithm.name, algorithm.description);
}

void list_trees() {
  for (const auto& tree : trees())
    std::cout << fmt::format("{:<12} {}\n", tree.name, tree.description);
}

} // namespace

void list_command(std::span<const std::string> words) {
  if (words.size() == 1 && words[0] == "algorithms")
    return list_algorithms();
  if (words.size() == 1 && words[0] == "trees")
    return list_trees();
  if (words.size() == 1 && words[0] == "--help") {
    std::cout << "eldest list algorithms|trees\n";
    return;
  }
  if (!words.empty())
    throw InputError(fmt::format("list {}: must be algorithms or trees", fmt::join(words, " ")));
  std::cout << "algorithms\n";
  list_algorithms();
  std::cout << "\ntrees\n";
  list_trees();
}

} // namespace eldest
