#pragma once

#include "sim/cli/options/option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Reads the value of a whole-number option, as `parse_count` does. Throws InputError for other
/// text, or if the value is not in [`min`, `max`].
[[nodiscard]] std::int64_t in_range(const boost::program_options::variables_map& values,
                                    const char* option, std::int64_t min, std::int64_t max);

/// The range of times that an option takes, in seconds.
struct Seconds {
  double min = 0;
  bool min_excluded = false; ///< true if `min` itself is out of range
  double max = 0;
};

/// Reads the value of an option that is a time, as `parse_seconds` does. Throws InputError.
[[nodiscard]] double seconds_of(const boost::program_options::variables_map& values,
                                const char* option, const Seconds& range);

/// Reads a yes-or-no option. Returns true for yes.
[[nodiscard]] bool is_yes(const boost::program_options::variables_map& values, const char* option);

/// A word that an option takes, and the value that the word stands for.
template <class Value> struct Choice {
  const char* word;
  Value value;
};

/// Returns the words of choices as the placeholder of an option's value, as in "exact|atleast".
template <std::ranges::range Choices> [[nodiscard]] std::string words_of(const Choices& choices) {
  std::vector<std::string_view> words;
  for (const auto& choice : choices)
    words.emplace_back(choice.word);
  return fmt::format("{}", fmt::join(words, "|"));
}

/// Returns the index in `words` of the word given for an option. Throws InputError if the word is
/// not among them.
[[nodiscard]] std::size_t word_index(const boost::program_options::variables_map& values,
                                     const char* option, std::span<const std::string_view> words);

/// Returns the value that the word given for an option stands for. Throws InputError if there is no
/// such choice.
template <class Value>
[[nodiscard]] Value one_of(const boost::program_options::variables_map& values, const char* option,
                           std::span<const Choice<Value>> choices) {
  std::vector<std::string_view> words;
  for (const auto& choice : choices)
    words.emplace_back(choice.word);
  return choices[word_index(values, option, words)].value;
}

/// Returns the content of `file`, which is the value of `option`. An InputError names the option.
[[nodiscard]] std::string read_named(std::string_view option, const std::string& file);

/// Returns the numbers in a list, ascending and without repetitions. A list is "1,2,4", "1..8"
/// (every number), "1..32:x2" (doubling), "4..16:+4", or several of these with commas between. An
/// InputError names `option`.
[[nodiscard]] std::vector<int> parse_counts(std::string_view option, std::string_view text);

} // namespace eldest
