#include "sim/uci/player_options.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/transposition_table.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/one_line.hpp"
#include "trees/base/suggestion.hpp"
#include "trees/position.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <variant>

namespace eldest::uci {
namespace {

/// A whole number from `min` to `max`.
struct Spin {
  std::function<int(const PlayerOptions&)> get;
  std::function<void(PlayerOptions&, int)> set;
  int min;
  int max;
};

/// Yes or no, which the protocol calls true and false.
struct Check {
  std::function<bool(const PlayerOptions&)> get;
  std::function<void(PlayerOptions&, bool)> set;
};

/// One of several words.
struct Combo {
  std::function<std::string(const PlayerOptions&)> get;
  std::function<void(PlayerOptions&, const std::string&)> set;
  std::vector<std::string> words;
};

/// An action, which has no value.
struct Button {};

struct Option {
  std::string name;
  std::variant<Spin, Check, Combo, Button> kind;
};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

Option spin(std::string name, int PlayerOptions::*field, int min, int max) {
  return {std::move(name),
          Spin{[field](const PlayerOptions& options) { return options.*field; },
               [field](PlayerOptions& options, int value) { options.*field = value; }, min, max}};
}

Option spin(std::string name, int SearchSettings::*field, int min, int max) {
  return {std::move(name),
          Spin{[field](const PlayerOptions& options) { return options.settings.*field; },
               [field](PlayerOptions& options, int value) { options.settings.*field = value; }, min,
               max}};
}

/// `field(options)`: returns the place of the option's value.
template <class Field> Option check(std::string name, Field field) {
  return {std::move(name),
          Check{[field](const PlayerOptions& options) { return field(options); },
                [field](PlayerOptions& options, bool value) { field(options) = value; }}};
}

Option check(std::string name, bool SearchSettings::*field) {
  return check(
      std::move(name), [field](auto& options) -> auto& { return options.settings.*field; });
}

Option check(std::string name, bool PlayerOptions::*field) {
  return check(
      std::move(name), [field](auto& options) -> auto& { return options.*field; });
}

Option algorithm_option() {
  std::vector<std::string> names;
  for (const auto& algorithm : algorithms()) {
    names.emplace_back(algorithm.name());
    if (!algorithm.former_name().empty())
      names.emplace_back(algorithm.former_name());
  }
  return {"Algorithm",
          Combo{[](const PlayerOptions& options) { return std::string(options.algorithm.name()); },
                [](PlayerOptions& options, const std::string& name) {
                  // It may have own settings.
                  if (current_algorithm(name) != options.algorithm.name())
                    options.algorithm = find_algorithm(name);
                },
                names}};
}

Option search_option() {
  const std::map<std::string, Search> searches{
      {"negascout", Search::negascout}, {"alphabeta", Search::alphabeta}, {"mtdf", Search::mtdf}};
  std::vector<std::string> words;
  for (const auto& [word, search] : searches)
    words.push_back(word);
  return {"Search", Combo{[searches](const PlayerOptions& options) {
                            return std::ranges::find(searches, options.settings.search,
                                                     [](const auto& named) { return named.second; })
                                ->first;
                          },
                          [searches](PlayerOptions& options, const std::string& word) {
                            options.settings.search = searches.at(word);
                          },
                          words}};
}

Option reduction_option() {
  return {"Logarithmic Reductions",
          Check{[](const PlayerOptions& options) {
                  return options.settings.reduction == Reduction::logarithmic;
                },
                [](PlayerOptions& options, bool yes) {
                  options.settings.reduction = yes ? Reduction::logarithmic : Reduction::one_ply;
                }}};
}

Option internal_deepening_option() {
  return {"Internal Deepening",
          Spin{[](const PlayerOptions& options) { return options.settings.internal_deepening; },
               [](PlayerOptions& options, int least) {
                 if (least == 1 || least == 2)
                   throw InputError(fmt::format("Internal Deepening {}: must be 0, or 3 to {}",
                                                least, max_depth));
                 options.settings.internal_deepening = least;
               },
               0, max_depth}};
}

/// Tells the interface that it may let the player ponder. The player accepts `go ponder` in any
/// case.
Option ponder_option() {
  return {"Ponder", Check{[](const PlayerOptions&) { return false; }, [](PlayerOptions&, bool) {}}};
}

const std::vector<Option>& all_options() {
  static const std::vector<Option> options{
      spin("Threads", &PlayerOptions::threads, 1, PlayerOptions::max_threads),
      spin("Hash", &PlayerOptions::hash, 1, PlayerOptions::max_hash),
      {"Clear Hash", Button{}}, // every search begins with an empty table
      ponder_option(),
      spin("MultiPV", &PlayerOptions::multi_pv, 1, static_cast<int>(max_moves)),
      check("UCI_Chess960", &PlayerOptions::chess960),
      check("UCI_AnalyseMode", &PlayerOptions::analyse_mode),
      algorithm_option(),
      spin("Move Overhead", &PlayerOptions::move_overhead, 0, PlayerOptions::max_move_overhead),
      search_option(),
      check("Quiescence", &SearchSettings::quiescence),
      check("Losing Captures", &SearchSettings::losing_captures),
      spin("Null Move", &SearchSettings::null_move_reduction, 0, max_depth),
      spin("Null Move Growth", &SearchSettings::null_move_growth, 0, max_depth),
      spin("Late Move Reductions After", &SearchSettings::full_depth_moves, 0,
           static_cast<int>(max_moves)),
      reduction_option(),
      spin("Futility Margin", &SearchSettings::futility_margin, 0, 100'000),
      check(
          "Countermoves",
          [](auto& options) -> auto& { return options.settings.move_order.countermoves; }),
      spin("Aspiration", &SearchSettings::aspiration, 0, 100'000),
      internal_deepening_option(),
      check("Check Extension", &PlayerOptions::check_extension)};
  return options;
}

/// A visitor that describes the kind of an option.
struct Describe {
  const PlayerOptions& options;

  std::string operator()(const Spin& kind) const {
    return fmt::format("spin default {} min {} max {}", kind.get(options), kind.min, kind.max);
  }
  std::string operator()(const Check& kind) const {
    return fmt::format("check default {}", kind.get(options));
  }
  std::string operator()(const Combo& kind) const {
    return fmt::format("combo default {} var {}", kind.get(options),
                       fmt::join(kind.words, " var "));
  }
  std::string operator()(const Button& /*kind*/) const { return "button"; }
};

/// A visitor that sets an option. Returns an empty text or, for an invalid value, what the value
/// must be.
struct Set {
  PlayerOptions& options;
  const std::string& value;

  std::string operator()(const Spin& kind) const {
    const auto number = to_number<int>(value);
    if (!number || *number < kind.min || *number > kind.max)
      return fmt::format("a whole number from {} to {}", kind.min, kind.max);
    kind.set(options, *number);
    return "";
  }
  std::string operator()(const Check& kind) const {
    const auto word = lower_case(value);
    if (word != "true" && word != "false")
      return "true or false";
    kind.set(options, word == "true");
    return "";
  }
  std::string operator()(const Combo& kind) const {
    const auto word = lower_case(value);
    if (std::find(kind.words.begin(), kind.words.end(), word) == kind.words.end())
      return fmt::format("{}", fmt::join(kind.words, ", "));
    kind.set(options, word);
    return "";
  }
  std::string operator()(const Button& /*kind*/) const { return ""; }
};

} // namespace

SearchSettings PlayerOptions::default_settings() {
  SearchSettings settings;
  settings.depth = max_depth;
  settings.table_depth = TableDepth::at_least_keeping_distance;
  settings.quiescence = true;
  settings.losing_captures = false;
  settings.internal_deepening = 5;
  settings.aspiration = 40;
  settings.null_move_reduction = 2;
  settings.null_move_growth = 6;
  settings.full_depth_moves = 4;
  settings.reduction = Reduction::logarithmic;
  settings.futility_margin = 100;
  settings.move_order.countermoves = true;
  return settings;
}

std::size_t PlayerOptions::table_entries() const {
  return (static_cast<std::size_t>(hash) << 20U) / sizeof(Bucket) * Bucket{}.entries.size();
}

std::vector<std::string> option_lines(const PlayerOptions& options) {
  std::vector<std::string> lines;
  for (const auto& option : all_options())
    lines.push_back(fmt::format("option name {} type {}", option.name,
                                std::visit(Describe{options}, option.kind)));
  return lines;
}

void set_option(PlayerOptions& options, std::string_view name, const std::string& value) {
  std::vector<std::string_view> names;
  for (const auto& option : all_options()) {
    names.push_back(option.name);
    if (lower_case(option.name) != lower_case(name))
      continue;
    if (const auto wanted = std::visit(Set{options, value}, option.kind); !wanted.empty())
      throw InputError(fmt::format("{} {}: must be {}", option.name, excerpt(value), wanted));
    return;
  }
  throw InputError(fmt::format("{}: no such option{}", excerpt(name), suggestion(name, names)));
}

} // namespace eldest::uci
