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

/// Throws an InputError that says that an option's text must be one of `words`.
[[noreturn]] void refuse_word(const std::vector<std::string>& words);

/// Throws an InputError that says that an option's text must be a number from `min` to `max`.
[[noreturn]] void refuse_number(const OptionValue& min, const OptionValue& max);

/// Joins words with a separator between them.
[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view separator);

/// An option whose text is one of the words in `choices`. It sets `member` to the value beside the
/// word.
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

/// An option whose text is yes or no.
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

/// An option whose text is a number from `min` to `max`.
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

/// An option that sets all settings at once. Its text is `published`, for the defaults, or `best`,
/// for the settings that `Settings::best()` returns. Its value is `own` if the settings are
/// neither.
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
