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

std::vector<AlgorithmOption> make_options() {
  const std::vector aphid{Algorithm::aphid};
  // The place of an APHID setting in a target.
  const auto of = [](auto AphidSettings::*member) {
    return [member](const Target& target) -> auto& { return target.settings.aphid.*member; };
  };
  return {
      number<int>(aphid, "aphid-horizon",
                  "d', ply of the master's tree (4 in the paper's chess and Othello, 6 to 8 in its "
                  "checkers); default 0: automatic",
                  0, max_depth, of(&AphidSettings::horizon)),
      number<int>(aphid, "aphid-passes",
                  "an automatic d' is as deep as leaves the master time for so many passes in the "
                  "last iteration; default 40 (our choice)",
                  1, 1'000'000, of(&AphidSettings::passes)),
      number<int>(
          aphid, "aphid-granularity",
          "A: the master searches subtrees of less ply itself (3.1); default 2 (our choice)", 1,
          max_depth, of(&AphidSettings::granularity)),
      number<double>(aphid, "aphid-exemption",
                     "K: below a piece of work of K times the average size, the horizon is 2 ply "
                     "deeper in the next iterations (3.4); 0: never; default 6 (our choice)",
                     0.0, 1e6, of(&AphidSettings::exemption)),
      flag(aphid, "aphid-load-balancing",
           "leaves move from overworked slaves to idle ones (3.4); "
           "default yes",
           of(&AphidSettings::load_balancing)),
      number<int>(
          aphid, "aphid-ahead",
          "iterations by which slaves may be ahead of the master's (no limit in the paper); "
          "default 2",
          0, max_depth, of(&AphidSettings::ahead)),
      number<double>(aphid, "aphid-window-margin",
                     "half of a slave's smallest window, in the changes that the root's value "
                     "usually has from one iteration to the next (appendix B); default 0.05 (our "
                     "choice)",
                     0.0, 1e6, of(&AphidSettings::window_margin)),
      number<double>(aphid, "aphid-window-growth",
                     "what that grows by for each point of priority by which work that the master "
                     "waits for precedes (appendix B); default 0.02 (our choice)",
                     0.0, 1e6, of(&AphidSettings::window_growth)),
      flag(aphid, "aphid-parity",
           "expect of an iteration the value of the last but one, if values of odd and even depths "
           "differ (not in the paper); default yes",
           of(&AphidSettings::parity)),
      flag(aphid, "aphid-preemption",
           "a slave gives up searching ahead when the master waits for something else (not in the "
           "paper); default yes",
           of(&AphidSettings::preemption)),
  };
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
    options.add_options()(
        option.name.c_str(), po::value<std::string>()->value_name(option.values),
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
