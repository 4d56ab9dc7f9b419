#pragma once

#include "algorithms/search/algorithm.hpp"
#include "trees/base/numbers.hpp"

#include <any>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace eldest {

/// Throws the InputError for a text that is not one of `words`.
[[noreturn]] void refuse_word(const std::vector<std::string>& words);

/// Throws the InputError for a text that is not a number from `min` to `max`.
[[noreturn]] void refuse_number(const OptionValue& min, const OptionValue& max);

/// Joins words with a separator between them.
[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view separator);

/// An option whose value is one of a few words. `member` is the setting.
template <class Settings, class Value>
[[nodiscard]] AlgorithmOption choice_option(std::string name, std::string description,
                                            std::vector<std::pair<std::string, Value>> choices,
                                            Value Settings::*member) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices)
    words.push_back(word);
  const auto set = [=](std::any& settings, const std::string& text) {
    for (const auto& [word, value] : choices) {
      if (word == text) {
        std::any_cast<Settings&>(settings).*member = value;
        return;
      }
    }
    refuse_word(words);
  };
  const auto value = [=](const std::any& settings) -> OptionValue {
    const auto current = std::any_cast<const Settings&>(settings).*member;
    for (const auto& [word, choice] : choices) {
      if (choice == current)
        return word;
    }
    return std::string();
  };
  return {std::move(name), join(words, "|"), std::move(description), set, value};
}

/// An option whose value is yes or no.
template <class Settings>
[[nodiscard]] AlgorithmOption flag_option(std::string name, std::string description,
                                          bool Settings::*member) {
  auto option = choice_option<Settings, bool>(std::move(name), std::move(description),
                                              {{"yes", true}, {"no", false}}, member);
  option.value = [=](const std::any& settings) -> OptionValue {
    return std::any_cast<const Settings&>(settings).*member;
  };
  return option;
}

/// An option whose value is a number from `min` to `max`.
template <class Settings, class Number>
[[nodiscard]] AlgorithmOption
number_option(std::string name, std::string description, std::type_identity_t<Number> min,
              std::type_identity_t<Number> max, Number Settings::*member) {
  using Printed = std::conditional_t<std::is_floating_point_v<Number>, double, std::int64_t>;
  const auto set = [=](std::any& settings, const std::string& text) {
    const auto number = to_number<Number>(text);
    if (!number || !(*number >= min && *number <= max))
      refuse_number(static_cast<Printed>(min), static_cast<Printed>(max));
    std::any_cast<Settings&>(settings).*member = *number;
  };
  const auto value = [=](const std::any& settings) -> OptionValue {
    return static_cast<Printed>(std::any_cast<const Settings&>(settings).*member);
  };
  return {std::move(name), "N", std::move(description), set, value};
}

/// An option that sets all settings at once. Its values are `published`, the defaults, and `best`,
/// those that `Settings::best()` returns.
template <class Settings>
[[nodiscard]] AlgorithmOption variants_option(std::string name, std::string description) {
  const auto set = [](std::any& settings, const std::string& text) {
    if (text == "published")
      settings = Settings{};
    else if (text == "best")
      settings = Settings::best();
    else
      refuse_word({"published", "best"});
  };
  const auto value = [](const std::any& settings) -> OptionValue {
    const auto& own = std::any_cast<const Settings&>(settings);
    if (own == Settings{})
      return "published";
    return own == Settings::best() ? "best" : "own";
  };
  return {std::move(name), "published|best", std::move(description), set, value};
}

} // namespace eldest
