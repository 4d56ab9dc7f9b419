#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"

#include <any>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace eldest {

/// The value of an option, as it is printed.
using OptionValue = std::variant<std::string, std::int64_t, double, bool>;

/// An option of one algorithm, which sets one or all of the algorithm's settings from text.
/// `settings` holds a value of the algorithm's AlgorithmSettings type.
struct AlgorithmOption {
  std::string name;        ///< begins with the algorithm's name, as in "ybwc-hops"
  std::string values;      ///< its possible values: "yes|no", or "N" for a number
  std::string description; ///< its effect
  /// Sets the option to the value that `text` stands for. Throws InputError for any other text. The
  /// error does not name the option.
  std::function<void(std::any& settings, const std::string& text)> set;
  std::function<OptionValue(const std::any& settings)> value;
};

/// The features of SearchSettings that need code in each algorithm. A flag is true if the algorithm
/// supports the feature. Any algorithm built on Worker supports all other options.
struct SupportedFeatures {
  bool internal_deepening = false;
  bool aspiration = false;
  bool null_move = false;
  bool late_move_reductions = false;
  bool mtdf = false;
  bool table_timeout = false; ///< a search can continue without the table's answer

  /// All features except the time-out.
  [[nodiscard]] static constexpr SupportedFeatures all() {
    return {true, true, true, true, true, false};
  }
  [[nodiscard]] static constexpr SupportedFeatures all_and_timeout() {
    return {true, true, true, true, true, true};
  }
};

/// The settings and the description of one algorithm. The type identifies the algorithm. It holds
/// the settings themselves, each with a default value, and:
///
/// - `name`: its name on the command line.
/// - `description`: its description in one line, with the source.
/// - `sequential`: true if it runs on one processor only.
/// - `Counters`: a CounterSet of its own counters, or NoCounters.
/// - `options()`: its options.
///
/// Five members are optional:
///
/// - `former_name`: a name that the algorithm and its options also have, for older command lines
///   and results.
/// - `require_tables(tables)`: adds to `tables`, a TableSettings, the tables that the algorithm
///   needs beside the transposition table.
/// - `supports`: the algorithm's SupportedFeatures, none by default. Searches with other features
///   are refused: see Algorithm::check_supports.
/// - `plans_for_depth`: true if a search on several processors depends on its nominal depth before
///   its last iteration. See continues_to. False by default.
/// - `own_search`: the Search of an algorithm that has one of its own, whatever the settings say.
///
/// The search is the function `search(own, settings, root, processor)`, found by the type of the
/// settings. It returns the SearchOutcome of one processor.
template <class S>
concept AlgorithmSettings = requires {
  { S::name } -> std::convertible_to<std::string_view>;
  { S::description } -> std::convertible_to<std::string_view>;
  { S::sequential } -> std::convertible_to<bool>;
  { S::options() } -> std::same_as<std::vector<AlgorithmOption>>;
}
&&CounterSet<typename S::Counters>&& std::regular<S>;

/// An algorithm with its settings, as a value type.
class Algorithm {
public:
  // Implicit, because an algorithm's settings stand for the algorithm.
  template <AlgorithmSettings S>
  Algorithm(S settings) // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)
      : kind_(&kind_of<S>), settings_(std::move(settings)) {}

  [[nodiscard]] std::string_view name() const { return kind_->name; }
  /// Another name that users may call the algorithm by; empty if it has none.
  [[nodiscard]] std::string_view former_name() const { return kind_->former_name; }
  [[nodiscard]] std::string_view description() const { return kind_->description; }
  [[nodiscard]] bool is_sequential() const { return kind_->sequential; }
  /// Returns true if a search on `processors` processors depends on its nominal depth before its
  /// last iteration.
  [[nodiscard]] bool plans_for_depth(int processors) const {
    return kind_->plans_for_depth && processors > 1;
  }
  /// The search that the algorithm does if the settings ask for `wanted`.
  [[nodiscard]] Search search(Search wanted) const { return kind_->own_search.value_or(wanted); }
  /// Throws InputError if the algorithm does not run on `processors` processors.
  void check_runs_on(int processors) const;
  /// Throws InputError if `settings` use a feature that the algorithm does not support, or if their
  /// `internal_deepening` is 1 or 2.
  void check_supports(const SearchSettings& settings) const;

  /// The names and meanings of the counters that only this algorithm has.
  [[nodiscard]] const std::vector<CounterMeaning>& counters() const { return kind_->counters(); }

  [[nodiscard]] const std::vector<AlgorithmOption>& options() const { return kind_->options(); }
  /// Sets one of the algorithm's options. Throws InputError for a text that is no value of
  /// `option`. The error does not name the option.
  void set(const AlgorithmOption& option, const std::string& text) { option.set(settings_, text); }
  [[nodiscard]] OptionValue value(const AlgorithmOption& option) const {
    return option.value(settings_);
  }

  /// The tables of a search by the algorithm: the `given` ones and those that it needs in addition.
  [[nodiscard]] TableSettings tables(TableSettings given) const {
    kind_->require_tables(settings_, given);
    return given;
  }

  /// The settings if they are of type S, else null.
  template <AlgorithmSettings S> [[nodiscard]] const S* settings_if() const {
    return std::any_cast<S>(&settings_);
  }
  template <AlgorithmSettings S> [[nodiscard]] S* settings_if() {
    return std::any_cast<S>(&settings_);
  }

  /// Returns true if both are the same algorithm with the same settings.
  [[nodiscard]] bool operator==(const Algorithm& other) const {
    return kind_ == other.kind_ && kind_->equal(settings_, other.settings_);
  }

private:
  /// The properties of a type of settings.
  struct Kind {
    std::string_view name;
    std::string_view former_name;
    std::string_view description;
    bool sequential;
    bool plans_for_depth;
    SupportedFeatures supports;
    std::optional<Search> own_search;
    const std::vector<CounterMeaning>& (*counters)();
    const std::vector<AlgorithmOption>& (*options)();
    void (*require_tables)(const std::any&, TableSettings&);
    bool (*equal)(const std::any&, const std::any&);
  };

  template <class S> static const std::vector<CounterMeaning>& counters_of() {
    static const auto counters = meanings<typename S::Counters>();
    return counters;
  }
  template <class S> static const std::vector<AlgorithmOption>& options_of() {
    static const auto options = S::options();
    return options;
  }
  template <class S>
  static void require_tables_of(const std::any& settings, TableSettings& tables) {
    if constexpr (requires(const S& own) { own.require_tables(tables); })
      std::any_cast<const S&>(settings).require_tables(tables);
  }
  template <class S> static constexpr std::string_view former_name_of() {
    if constexpr (requires { S::former_name; })
      return S::former_name;
    else
      return {};
  }
  template <class S> static constexpr SupportedFeatures supported_by() {
    if constexpr (requires { S::supports; })
      return S::supports;
    else
      return {};
  }
  template <class S> static constexpr std::optional<Search> own_search_of() {
    if constexpr (requires { S::own_search; })
      return S::own_search;
    else
      return std::nullopt;
  }
  template <class S> static constexpr bool plans() {
    if constexpr (requires { S::plans_for_depth; })
      return S::plans_for_depth;
    else
      return false;
  }
  template <class S> static bool equal_settings(const std::any& one, const std::any& other) {
    return std::any_cast<const S&>(one) == std::any_cast<const S&>(other);
  }

  template <class S>
  static constexpr Kind kind_of{
      S::name,       former_name_of<S>(),  S::description,     S::sequential,
      plans<S>(),    supported_by<S>(),    own_search_of<S>(), counters_of<S>,
      options_of<S>, require_tables_of<S>, equal_settings<S>};

  const Kind* kind_;
  std::any settings_;
};

} // namespace eldest
