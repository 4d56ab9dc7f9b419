#include "algorithms/registry.hpp"

#include "algorithms/list.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace eldest {
namespace {

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const auto& algorithm : algorithms())
    names.push_back(algorithm.name());
  return names;
}

/// Returns the algorithm called `name`, now or formerly, or the end of the list.
auto position_of(std::string_view name) {
  return std::ranges::find_if(algorithms(), [&](const Algorithm& algorithm) {
    return algorithm.name() == name || (!name.empty() && algorithm.former_name() == name);
  });
}

} // namespace

const std::vector<Algorithm>& algorithms() {
  static const auto algorithms = Algorithms::all();
  return algorithms;
}

std::string algorithm_names() { return fmt::format("{}", fmt::join(names(), ", ")); }

bool is_algorithm(std::string_view name) { return position_of(name) != algorithms().end(); }

Algorithm find_algorithm(std::string_view name) {
  const auto found = position_of(name);
  if (found == algorithms().end())
    throw InputError(Subject::algorithm, no_such("algorithm", name, names()));
  return *found;
}

bool is_option_of_others(std::string_view option, const std::vector<std::string>& chosen) {
  bool has_owner = false;
  for (const auto& algorithm : algorithms()) {
    if (std::ranges::count(algorithm.options(), option, &AlgorithmOption::name) == 0)
      continue;
    if (std::ranges::count(chosen, algorithm.name()) > 0)
      return false;
    has_owner = true;
  }
  return has_owner;
}

std::string current_algorithm(std::string_view name) {
  const auto found = position_of(name);
  return std::string(found == algorithms().end() ? name : found->name());
}

std::string current_option(std::string_view name) {
  for (const auto& algorithm : algorithms()) {
    const auto former = algorithm.former_name();
    if (former.empty() || !name.starts_with(former))
      continue;
    auto current = fmt::format("{}{}", algorithm.name(), name.substr(former.size()));
    if (std::ranges::count(algorithm.options(), current, &AlgorithmOption::name) > 0)
      return current;
  }
  return std::string(name);
}

} // namespace eldest
