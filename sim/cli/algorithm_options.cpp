#include "sim/cli/algorithm_options.hpp"

#include "sim/experiments/names.hpp"
#include "trees/errors.hpp"

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

constexpr std::size_t most_searching_sets = std::size_t{1} << 24;
constexpr std::size_t most_searching_ways = 64;

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

using Options = std::vector<AlgorithmOption>;

Options abdada_options() {
  const auto setting = [](auto AbdadaSettings::*member) {
    return [=](const Target& target) -> auto& { return target.settings.abdada.*member; };
  };
  const std::vector owner{Algorithm::abdada};
  return {
      flag(
          owner, "abdada-revisit-deferred-only",
          "the second pass over a node's sons visits those that were deferred and no others (Weill "
          "1996, footnote 9)",
          setting(&AbdadaSettings::revisit_deferred_only)),
      number(owner, "abdada-defer-depth",
             "sons are deferred in nodes of at least this depth (Kerrigan's DEFER_DEPTH)", 1,
             max_depth, setting(&AbdadaSettings::defer_depth)),
      number(owner, "abdada-push-depth",
             "a new bound of a node of at least this depth is sent to the processors in it, which "
             "narrow their windows or leave (Weill, footnote 12); 0: none is",
             0, max_depth, setting(&AbdadaSettings::push_depth)),
      number(owner, "abdada-parent-check-depth",
             "on finishing a node, see in the table whether its father, of at least this depth, "
             "still needs to be searched (Weill, footnote 12); 0: do not",
             0, max_depth, setting(&AbdadaSettings::parent_check_depth)),
      number(owner, "abdada-cutoff-check-depth",
             "before each young son of a node of at least this depth, see in the table whether the "
             "nodes on the path to it still need to be searched (Kerrigan); 0: do not",
             0, max_depth, setting(&AbdadaSettings::cutoff_check_depth)),
      number(owner, "abdada-timeout",
             "seconds after which a table answer is not waited for any more and the node searched "
             "without it, so that the search survives failures; 0: no limit",
             0.0, 3600.0, setting(&AbdadaSettings::answer_timeout)),
  };
}

Options simplified_abdada_options() {
  const std::vector owner{Algorithm::simplified_abdada};
  const auto setting = [](int SimplifiedAbdadaSettings::*member) {
    return [=](const Target& target) -> auto& { return target.settings.simplified_abdada.*member; };
  };
  const auto table = [](std::size_t TableSettings::*member) {
    return [=](const Target& target) -> auto& { return target.tables.*member; };
  };
  return {
      number<int>(owner, "simplified-abdada-defer-depth",
                  "least depth of a node whose sons may be deferred", 1, max_depth,
                  setting(&SimplifiedAbdadaSettings::defer_depth)),
      number<int>(owner, "simplified-abdada-cutoff-check-depth",
                  "least depth of a node that, once it has deferred a son, looks before each "
                  "further one whether the table has its result meanwhile; 0: none does; Kerrigan: "
                  "4",
                  0, max_depth, setting(&SimplifiedAbdadaSettings::cutoff_check_depth)),
      number<std::size_t>(owner, "simplified-abdada-sets",
                          "sets of the table of moves being searched", 1, most_searching_sets,
                          table(&TableSettings::searching_sets)),
      number<std::size_t>(owner, "simplified-abdada-ways",
                          "moves that a set of that table has room for", 1, most_searching_ways,
                          table(&TableSettings::searching_ways)),
  };
}

Options ybwc_options() {
  const std::vector owner{Algorithm::ybwc};
  const auto setting = [](auto YbwcSettings::*member) {
    return [=](const Target& target) -> auto& { return target.settings.ybwc.*member; };
  };
  return {
      choice<VictimChoice>(owner, "ybwc-victim",
                           "whom a processor without work asks: anybody, or the nearest",
                           {{"random", VictimChoice::random}, {"nearest", VictimChoice::nearest}},
                           setting(&YbwcSettings::victim)),
      flag(owner, "ybwc-star",
           "YBWC*: young brothers wait for the eldest at PV nodes, for all promising moves at CUT "
           "nodes, and not at all at ALL nodes",
           setting(&YbwcSettings::star)),
      number<int>(owner, "ybwc-min-split-depth", "least depth of a node whose sons are given away",
                  1, max_depth, setting(&YbwcSettings::min_split_depth)),
      flag(owner, "ybwc-helpful-master", "whether a master that waits for its slaves helps them",
           setting(&YbwcSettings::helpful_master)),
      number<int>(owner, "ybwc-hops", "how often a request for work is passed on", 0, 1000,
                  setting(&YbwcSettings::hops)),
      number<double>(owner, "ybwc-node-cost",
                     "work in a node relative to the recursive search's; Weill's explicit stack "
                     "took 1.3",
                     0.01, 100, setting(&YbwcSettings::node_cost)),
  };
}

Options aphid_options() {
  const std::vector owner{Algorithm::aphid};
  const auto setting = [](auto AphidSettings::*member) {
    return [=](const Target& target) -> auto& { return target.settings.aphid.*member; };
  };
  return {
      number<int>(owner, "aphid-horizon",
                  "d', ply of the master's tree (4 in the paper's chess and Othello, 6 to 8 in its "
                  "checkers); 0: automatic",
                  0, max_depth, setting(&AphidSettings::horizon)),
      number<int>(owner, "aphid-leaves",
                  "an automatic d' is as deep as it takes to have so many leaves for each slave", 1,
                  1'000'000, setting(&AphidSettings::leaves)),
      number<int>(owner, "aphid-passes",
                  "but, with a leaf for each slave, not deeper than leaves the master time for so "
                  "many passes in the last iteration",
                  1, 1'000'000, setting(&AphidSettings::passes)),
      number<int>(owner, "aphid-granularity",
                  "A: the master searches subtrees of less ply itself (3.1)", 1, max_depth,
                  setting(&AphidSettings::granularity)),
      number<double>(owner, "aphid-exemption",
                     "K: below a piece of work of K times the average size, the horizon is 2 ply "
                     "deeper in the next iterations (3.4); 0: never",
                     0.0, 1e6, setting(&AphidSettings::exemption)),
      flag(owner, "aphid-load-balancing", "leaves move from overworked slaves to idle ones (3.4)",
           setting(&AphidSettings::load_balancing)),
      number<int>(owner, "aphid-ahead",
                  "iterations by which slaves may be ahead of the master's (no limit in the paper)",
                  0, max_depth, setting(&AphidSettings::ahead)),
      number<double>(owner, "aphid-window-margin",
                     "half of a slave's smallest window, in the changes that the root's value "
                     "usually has from one iteration to the next (appendix B)",
                     0.0, 1e6, setting(&AphidSettings::window_margin)),
      number<double>(owner, "aphid-window-growth",
                     "what that grows by for each point of priority by which work that the master "
                     "waits for precedes (appendix B)",
                     0.0, 1e6, setting(&AphidSettings::window_growth)),
      flag(owner, "aphid-parity",
           "expect of an iteration the value of the last but one, if values of odd and even depths "
           "differ (not in the paper)",
           setting(&AphidSettings::parity)),
      flag(owner, "aphid-preemption",
           "a slave gives up searching ahead when the master waits for something else (not in the "
           "paper)",
           setting(&AphidSettings::preemption)),
  };
}

Options shared_table_options() {
  const std::vector owner{Algorithm::shared_table};
  const auto setting = [](auto SharedTableSettings::*member) {
    return [=](const Target& target) -> auto& { return target.settings.shared_table.*member; };
  };
  return {
      choice<HelperOrder>(owner, "shared-table-order",
                          "in which order all processors but one search younger sons: the same as "
                          "that one; at random in the root; at random everywhere",
                          {{"same", HelperOrder::same},
                           {"root", HelperOrder::root},
                           {"random", HelperOrder::random}},
                          setting(&SharedTableSettings::order)),
      flag(owner, "shared-table-stagger",
           "every second processor searches a ply deeper than the iteration",
           setting(&SharedTableSettings::stagger)),
  };
}

Options pv_split_options() {
  return {number<int>(
      {Algorithm::pv_split}, "pvsplit-min-depth",
      "least depth of a PV node whose sons are searched in parallel", 1, max_depth,
      [](const Target& target) -> auto& { return target.settings.pv_split.min_depth; })};
}

Options make_options() {
  Options all;
  for (const auto& options : {abdada_options(), simplified_abdada_options(), ybwc_options(),
                              aphid_options(), shared_table_options(), pv_split_options()})
    all.insert(all.end(), options.begin(), options.end());
  return all;
}

const std::vector<AlgorithmOption>& all_options() {
  static const auto options = make_options();
  return options;
}

} // namespace

void add_algorithm_options(po::options_description& options) {
  SearchSettings default_settings;
  TableSettings default_tables;
  for (const auto& option : all_options()) {
    std::vector<std::string> owners;
    for (const auto algorithm : option.algorithms)
      owners.push_back(algorithm_name(algorithm));
    const auto value = option.value({default_settings, default_tables});
    const auto values = fmt::format("{} (={})", option.values,
                                    value.is_string() ? value.get<std::string>() : value.dump());
    options.add_options()(
        option.name.c_str(), po::value<std::string>()->value_name(values),
        fmt::format("{}: {}", fmt::join(owners, ", "), option.description).c_str());
  }
}

void read_algorithm_options(const po::variables_map& values,
                            const std::vector<Algorithm>& algorithms, SearchSettings& settings,
                            TableSettings& tables) {
  for (const auto& option : all_options()) {
    if (values.count(option.name) == 0)
      continue;
    const auto& text = values[option.name].as<std::string>();
    if (std::none_of(algorithms.begin(), algorithms.end(),
                     [&](Algorithm algorithm) { return option.belongs_to(algorithm); })) {
      std::vector<std::string> names;
      for (const auto algorithm : algorithms)
        names.push_back(algorithm_name(algorithm));
      throw InputError(
          fmt::format("--{} {}: {} has no such option", option.name, text, fmt::join(names, ", ")));
    }
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
