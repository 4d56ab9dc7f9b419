#include "algorithms/algorithm.hpp"

#include "algorithms/registry.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest {

const std::vector<Algorithm>& algorithms() {
  static const auto algorithms = Algorithms::all();
  return algorithms;
}

void Algorithm::check_runs_on(int processors) const {
  if (is_sequential() && processors != 1)
    throw InputError(Subject::processors,
                     fmt::format("{}: {} runs on 1 processor", processors, name()));
}

std::string algorithm_names() {
  std::vector<std::string_view> names;
  for (const auto& algorithm : algorithms())
    names.push_back(algorithm.name());
  return fmt::format("{}", fmt::join(names, ", "));
}

Algorithm find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(algorithms(), name, &Algorithm::name);
  if (found == algorithms().end())
    throw InputError(Subject::algorithm,
                     fmt::format("{}: no such algorithm; there are: {}", name, algorithm_names()));
  return *found;
}

} // namespace eldest
