#include "sim/cli/options/values.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/quantity.hpp"
#include "trees/base/suggestion.hpp"

#include <boost/program_options/variables_map.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <set>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// Removes a whole number, 0 or more, from the front of `text` and returns it. Returns nothing if
/// there is no such number.
std::optional<int> take_whole_number(std::string_view& text) {
  const auto number = take_count(text);
  if (!number || *number < 0 || *number > std::numeric_limits<int>::max())
    return std::nullopt;
  return static_cast<int>(*number);
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Removes the step of a range from the front of `text`: nothing, ":xN" or ":+N". Returns a
/// function from one number to the next, or nothing for an invalid step.
std::optional<std::function<std::int64_t(std::int64_t)>> take_step(std::string_view& text) {
  if (text.empty())
    return [](std::int64_t count) { return count + 1; };
  const bool multiply = take(text, ":x");
  if (!multiply && !take(text, ":+"))
    return std::nullopt;
  const auto step = take_whole_number(text);
  if (!step || *step < (multiply ? 2 : 1))
    return std::nullopt;
  return [multiply, by = std::int64_t{*step}](std::int64_t count) {
    return multiply ? count * by : count + by;
  };
}

constexpr auto yes_and_no = std::to_array<Choice<bool>>({{"yes", true}, {"no", false}});

/// The greatest length of a list of counts.
constexpr std::size_t max_counts = 100'000;

/// Adds the numbers of one element of a list to `counts`, but stops when `counts` has more than
/// `max_counts` numbers. Returns true if the element is well-formed.
bool add_counts(std::string_view element, std::set<int>& counts) {
  const auto first = take_whole_number(element);
  if (!first || *first < 1)
    return false;
  if (element.empty()) {
    counts.insert(*first);
    return true;
  }
  if (!take(element, ".."))
    return false;
  const auto last = take_whole_number(element);
  const auto step = take_step(element);
  if (!last || *last < *first || !step || !element.empty())
    return false;
  for (std::int64_t count = *first; count <= *last && counts.size() <= max_counts;
       count = (*step)(count))
    counts.insert(static_cast<int>(count));
  return true;
}

} // namespace

std::int64_t in_range(const po::variables_map& values, const char* option, std::int64_t min,
                      std::int64_t max) {
  const auto& text = values[option].as<std::string>();
  const auto value = parse_count(text);
  if (!value || *value < min || *value > max)
    throw InputError(
        fmt::format("--{} {}: must be a whole number from {} to {}", option, text, min, max));
  return *value;
}

double seconds_of(const po::variables_map& values, const char* option, const Seconds& range) {
  const auto& text = values[option].as<std::string>();
  const auto seconds = parse_seconds(text);
  if (!seconds || *seconds < range.min || *seconds > range.max ||
      (range.min_excluded && *seconds == range.min))
    throw InputError(fmt::format("--{} {}: must be {} {} {} {} seconds, or such a time with a "
                                 "unit, such as 10us, 500ms or 2min",
                                 option, text, range.min_excluded ? "above" : "from", range.min,
                                 range.min_excluded ? "and at most" : "to", range.max));
  return *seconds;
}

bool is_yes(const po::variables_map& values, const char* option) {
  return one_of<bool>(values, option, yes_and_no);
}

std::size_t word_index(const po::variables_map& values, const char* option,
                       std::span<const std::string_view> words) {
  const auto& word = values[option].as<std::string>();
  const auto place = std::ranges::find(words, word);
  if (place == words.end())
    throw InputError(fmt::format("--{} {}: must be {}{}", option, word, fmt::join(words, " or "),
                                 suggestion(word, words)));
  return static_cast<std::size_t>(place - words.begin());
}

std::string read_named(std::string_view option, const std::string& file) {
  try {
    return read_input_file(file);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} {}", option, error.what()));
  }
}

std::vector<int> parse_counts(std::string_view option, std::string_view text) {
  std::set<int> counts;
  std::string_view rest = text;
  do {
    const auto comma = rest.find(',');
    if (!add_counts(rest.substr(0, comma), counts))
      throw InputError(fmt::format("{} {}: not a list of positive whole numbers such as 1,2,4 or "
                                   "1..32:x2",
                                   option, text));
    if (counts.size() > max_counts)
      throw InputError(fmt::format("{} {}: more than {} numbers", option, text, max_counts));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    if (comma != std::string_view::npos && rest.empty())
      throw InputError(fmt::format("{} {}: ends with a comma", option, text));
  } while (!rest.empty());
  return {counts.begin(), counts.end()};
}

} // namespace eldest
