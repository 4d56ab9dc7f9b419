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
  const auto abdada = [](auto member) {
    return [member](const Target& target) -> auto& { return target.settings.abdada.*member; };
  };
  const std::vector owner{Algorithm::abdada};
  return {
      flag(
          owner, "abdada-revisit-deferred-only",
          "the second pass over a node's sons visits those that were deferred and no others (Weill "
          "1996, footnote 9)",
          abdada(&AbdadaSettings::revisit_deferred_only)),
      number(
          owner, "abdada-defer-depth",
          "sons are deferred in nodes of at least this depth (Kerrigan's DEFER_DEPTH); default 1",
          1, max_depth, abdada(&AbdadaSettings::defer_depth)),
      number(owner, "abdada-push-depth",
             "a new bound of a node of at least this depth is sent to the processors in it, which "
             "narrow their windows or leave (Weill, footnote 12); 0: none is",
             0, max_depth, abdada(&AbdadaSettings::push_depth)),
      number(owner, "abdada-parent-check-depth",
             "on finishing a node, see in the table whether its father, of at least this depth, "
             "still needs to be searched (Weill, footnote 12); 0: do not",
             0, max_depth, abdada(&AbdadaSettings::parent_check_depth)),
      number(owner, "abdada-cutoff-check-depth",
             "before each young son of a node of at least this depth, see in the table whether the "
             "nodes on the path to it still need to be searched (Kerrigan); 0: do not",
             0, max_depth, abdada(&AbdadaSettings::cutoff_check_depth)),
      number(owner, "abdada-timeout",
             "seconds after which a table answer is not waited for any more and the node searched "
             "without it, so that the search survives failures; 0: no limit",
             0.0, 3600.0, abdada(&AbdadaSettings::answer_timeout)),
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
