#include "sim/cli/algorithm_options.hpp"

#include "sim/names.hpp"
#include "trees/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// What an option may set.
struct Target {
  SearchSettings& settings;
  TableSettings& tables;
};

/// An option of one or more algorithms. `take` throws InputError without naming the option.
struct AlgorithmOption {
  std::vector<Algorithm> algorithms;
  std::string name;
  std::string values; ///< as shown by --help
  std::string description;
  std::function<void(const Target&, const std::string&)> take;
  std::function<Json(const Target&)> value;

  [[nodiscard]] bool belongs_to(Algorithm algorithm) const {
    return std::find(algorithms.begin(), algorithms.end(), algorithm) != algorithms.end();
  }
};

/// A choice between words. `member` gives the place of the setting in a Target.
template <class Value, class Member>
AlgorithmOption choice(std::vector<Algorithm> algorithms, std::string name, std::string description,
                       std::vector<std::pair<std::string, Value>> choices, Member member) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices)
    words.push_back(word);
  const auto take = [choices, words, member](const Target& target, const std::string& text) {
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [&](const auto& known) { return known.first == text; });
    if (found == choices.end())
      throw InputError(fmt::format("must be {}", fmt::join(words, " or ")));
    member(target) = found->second;
  };
  const auto value = [choices, member](const Target& target) -> Json {
    return std::find_if(choices.begin(), choices.end(),
                        [&](const auto& known) { return known.second == member(target); })
        ->first;
  };
  return {std::move(algorithms),
          std::move(name),
          fmt::format("{}", fmt::join(words, "|")),
          std::move(description),
          take,
          value};
}

/// Yes or no.
template <class Member>
AlgorithmOption flag(std::vector<Algorithm> algorithms, std::string name, std::string description,
                     Member member) {
  return choice<bool>(std::move(algorithms), std::move(name), std::move(description),
                      {{"yes", true}, {"no", false}}, member);
}

/// A number from `least` to `most`.
template <class Number, class Member>
AlgorithmOption number(std::vector<Algorithm> algorithms, std::string name, std::string description,
                       Number least, Number most, Member member) {
  const auto take = [least, most, member](const Target& target, const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() ||
        !(number >= least && number <= most))
      throw InputError(fmt::format("must be a number from {} to {}", least, most));
    member(target) = number;
  };
  const auto value = [member](const Target& target) -> Json { return member(target); };
  return {std::move(algorithms), std::move(name), "N", std::move(description), take, value};
}

void add_ybwc_options(std::vector<AlgorithmOption>& options) {
  const auto ybwc = [](auto YbwcSettings::*setting) {
    return [setting](const Target& target) -> auto& { return target.settings.ybwc.*setting; };
  };
  options.push_back(
      choice<VictimChoice>({Algorithm::ybwc}, "ybwc-victim",
                           "whom a processor without work asks: anybody, or the nearest",
                           {{"random", VictimChoice::random}, {"nearest", VictimChoice::nearest}},
                           ybwc(&YbwcSettings::victim)));
  options.push_back(
      flag({Algorithm::ybwc}, "ybwc-star",
           "YBWC*: young brothers wait for the eldest at PV nodes, for all promising moves at CUT "
           "nodes, and not at all at ALL nodes",
           ybwc(&YbwcSettings::star)));
  options.push_back(number<int>({Algorithm::ybwc}, "ybwc-min-split-depth",
                                "least depth of a node whose sons are given away", 1, max_depth,
                                ybwc(&YbwcSettings::min_split_depth)));
  options.push_back(flag({Algorithm::ybwc}, "ybwc-helpful-master",
                         "whether a master that waits for its slaves helps them",
                         ybwc(&YbwcSettings::helpful_master)));
  options.push_back(number<int>({Algorithm::ybwc}, "ybwc-hops",
                                "how often a request for work is passed on", 0, 1000,
                                ybwc(&YbwcSettings::hops)));
  options.push_back(number<double>({Algorithm::ybwc}, "ybwc-node-cost",
                                   "work in a node relative to the recursive search's; Weill's "
                                   "explicit stack took 1.3",
                                   0.01, 100, ybwc(&YbwcSettings::node_cost)));
}

std::vector<AlgorithmOption> make_options() {
  std::vector<AlgorithmOption> options;
  add_ybwc_options(options);
  return options;
}

const std::vector<AlgorithmOption>& all_options() {
  static const auto options = make_options();
  return options;
}

} // namespace

void add_algorithm_options(po::options_description& options) {
  for (const auto& option : all_options()) {
    std::vector<std::string> owners;
    for (const auto algorithm : option.algorithms)
      owners.push_back(algorithm_name(algorithm));
    SearchSettings settings;
    TableSettings tables;
    auto values = fmt::format("{} (={})", option.values, option.value({settings, tables}).dump());
    values.erase(std::remove(values.begin(), values.end(), '"'), values.end());
    options.add_options()(
        option.name.c_str(), po::value<std::string>()->value_name(values),
        fmt::format("{}: {}", fmt::join(owners, ", "), option.description).c_str());
  }
}

void read_algorithm_options(const po::variables_map& values, Algorithm algorithm,
                            SearchSettings& settings, TableSettings& tables) {
  for (const auto& option : all_options()) {
    if (values.count(option.name) == 0)
      continue;
    const auto& text = values[option.name].as<std::string>();
    if (!option.belongs_to(algorithm))
      throw InputError(fmt::format("--{} {}: {} has no such option", option.name, text,
                                   algorithm_name(algorithm)));
    try {
      option.take({settings, tables}, text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("--{} {}: {}", option.name, text, error.what()));
    }
  }
}

Json algorithm_options_json(Algorithm algorithm, const SearchSettings& settings,
                            const TableSettings& tables) {
  auto settings_copy = settings;
  auto tables_copy = tables;
  Json json = Json::object();
  for (const auto& option : all_options()) {
    if (!option.belongs_to(algorithm))
      continue;
    auto name = option.name;
    std::replace(name.begin(), name.end(), '-', '_');
    json[name] = option.value({settings_copy, tables_copy});
  }
  return json;
}

} // namespace eldest
