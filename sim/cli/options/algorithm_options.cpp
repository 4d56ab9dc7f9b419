#include "sim/cli/options/algorithm_options.hpp"

#include "algorithms/registry.hpp"
#include "trees/base/errors.hpp"

#include <boost/algorithm/string/split.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

namespace eldest {
namespace po = boost::program_options;
namespace {

Json to_json_value(const OptionValue& value) {
  return std::visit([](const auto& own) -> Json { return own; }, value);
}

std::string to_text(const OptionValue& value) {
  if (const auto* const flag = std::get_if<bool>(&value))
    return *flag ? "yes" : "no";
  const auto* const word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : serialize(to_json_value(value));
}

/// Sets an option in those of the algorithms that have it. Returns false if none has it.
bool set_option(std::vector<Algorithm>& algorithms, const std::string& name,
                const std::string& text) {
  bool known = false;
  for (auto& algorithm : algorithms) {
    const auto& options = algorithm.options();
    const auto option = std::ranges::find(options, name, &AlgorithmOption::name);
    if (option == options.end())
      continue;
    known = true;
    try {
      algorithm.set(*option, text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("--{} {}: {}", name, text, error.what()));
    }
  }
  return known;
}

} // namespace

void add_algorithm_options(Options& options) {
  for (const auto& algorithm : algorithms()) {
    for (const auto& option : algorithm.options()) {
      // The default is only shown, and is no default value of Boost. An option that is not given
      // must stay unset, because another variant of the algorithm may set it.
      const auto values = fmt::format("{} (={})", option.values, to_text(algorithm.value(option)));
      options.about(algorithm.name())(option.name, text(values), option.description);
    }
  }
}

std::vector<Algorithm> read_algorithm_names(const po::variables_map& values) {
  const auto& text = values["algorithm"].as<std::string>();
  std::vector<std::string> names;
  boost::algorithm::split(names, text, [](char c) { return c == ','; });
  std::vector<Algorithm> algorithms;
  for (const auto& name : names) {
    algorithms.push_back(find_algorithm(name));
    if (std::ranges::count(algorithms, algorithms.back()) > 1)
      throw InputError(fmt::format("--algorithm {}: {} is given twice", text, name));
  }
  return algorithms;
}

std::vector<Algorithm> read_parallel_algorithms(const po::variables_map& values) {
  auto algorithms = read_algorithm_names(values);
  for (const auto& algorithm : algorithms) {
    if (algorithm.is_sequential())
      throw InputError(fmt::format("--algorithm {}: {} is not parallel",
                                   values["algorithm"].as<std::string>(), algorithm.name()));
  }
  return algorithms;
}

void read_algorithm_options(const po::variables_map& values, std::vector<Algorithm>& chosen) {
  for (const auto& algorithm : algorithms()) {
    for (const auto& option : algorithm.options()) {
      if (values.count(option.name) == 0)
        continue;
      const auto& text = values[option.name].as<std::string>();
      if (!set_option(chosen, option.name, text)) {
        std::vector<std::string_view> names;
        for (const auto& one : chosen)
          names.push_back(one.name());
        throw InputError(fmt::format("--{} {}: {} has no such option", option.name, text,
                                     fmt::join(names, ", ")));
      }
    }
  }
}

Json algorithm_options_json(const Algorithm& algorithm) {
  Json json = Json::object();
  for (const auto& option : algorithm.options()) {
    auto name = option.name;
    std::replace(name.begin(), name.end(), '-', '_');
    json[name] = to_json_value(algorithm.value(option));
  }
  return json;
}

} // namespace eldest
