#include "trees/base/quantity.hpp"

#include "trees/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace eldest {
namespace {

/// A unit of time, `seconds` · 10^`power` seconds long.
struct TimeUnit {
  std::string_view name;
  int power;
  double seconds;
};
constexpr std::array time_units{
    TimeUnit{"", 0, 1},    TimeUnit{"s", 0, 1},    TimeUnit{"ms", -3, 1}, TimeUnit{"us", -6, 1},
    TimeUnit{"ns", -9, 1}, TimeUnit{"min", 0, 60}, TimeUnit{"h", 0, 3600}};

/// Removes a plus sign, which the standard library does not read.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+')
    text.remove_prefix(1);
  return text;
}

/// Returns the double nearest to `number` times 10 to the `power`, or nothing if an exponent is out
/// of range.
std::optional<double> scaled(std::string_view number, int power) {
  const auto exponent = number.find_first_of("eE");
  int own_power = 0;
  if (exponent != std::string_view::npos) {
    auto digits = without_plus(number.substr(exponent + 1));
    const auto read = take_number<int>(digits);
    constexpr int greatest = 1000; // beyond the exponent of any number of seconds
    if (!read || std::abs(*read) > greatest)
      return std::nullopt;
    own_power = *read;
  }
  const auto text = fmt::format("{}e{}", number.substr(0, exponent), own_power + power);
  std::string_view rest = text;
  return take_number<double>(rest);
}

} // namespace

std::optional<double> take_seconds(std::string_view& text) {
  const auto signless = without_plus(text);
  std::string_view rest = signless;
  const auto plain = take_number<double>(rest);
  if (!plain || !std::isfinite(*plain))
    return std::nullopt;
  const auto number = signless.substr(0, signless.size() - rest.size());
  const auto name = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
  const auto* const unit = std::ranges::find(time_units, name, &TimeUnit::name);
  if (unit == time_units.end())
    return std::nullopt;
  const auto seconds = unit->power == 0 ? *plain * unit->seconds : scaled(number, unit->power);
  if (seconds)
    text = rest.substr(name.size());
  return seconds;
}

std::optional<double> parse_seconds(std::string_view text) {
  const auto seconds = take_seconds(text);
  return text.empty() ? seconds : std::nullopt;
}

std::optional<std::int64_t> take_count(std::string_view& text) {
  std::string_view rest = without_plus(text);
  const auto number = take_number<std::int64_t>(rest);
  if (!number)
    return std::nullopt;
  constexpr std::string_view units = "kMG";
  std::int64_t factor = 1;
  if (const auto unit = rest.empty() ? std::string_view::npos : units.find(rest.front());
      unit != std::string_view::npos) {
    factor = std::int64_t{1} << (10 * (unit + 1));
    rest.remove_prefix(1);
  }
  if (std::abs(static_cast<double>(*number)) * static_cast<double>(factor) >=
      static_cast<double>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  text = rest;
  return *number * factor;
}

std::optional<std::int64_t> parse_count(std::string_view text) {
  const auto count = take_count(text);
  return text.empty() ? count : std::nullopt;
}

} // namespace eldest
