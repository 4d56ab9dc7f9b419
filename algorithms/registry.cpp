#include "algorithms/registry.hpp"

#include "algorithms/list.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {
namespace {

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const auto& algorithm : algorithms())
    names.push_back(algorithm.name());
  return names;
}

} // namespace

const std::vector<Algorithm>& algorithms() {
  static const auto algorithms = Algorithms::all();
  return algorithms;
}

std::string algorithm_names() { return fmt::format("{}", fmt::join(names(), ", ")); }

bool is_algorithm(std::string_view name) {
  return std::ranges::find(algorithms(), name, &Algorithm::name) != algorithms().end();
}

Algorithm find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(algorithms(), name, &Algorithm::name);
  if (found == algorithms().end())
    throw InputError(Subject::algorithm, no_such("algorithm", name, names()));
  return *found;
}

} // namespace eldest
