#include "sim/platform_files/quantities.hpp"

#include "trees/base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace eldest {
namespace {

constexpr std::array<std::string_view, 2> units_of_speed{"f", "flops"};
constexpr std::array<std::string_view, 2> units_of_bandwidth{"Bps", "bps"};
constexpr std::array<std::string_view, 9> units_of_time{"s", "ms", "us", "ns", "ps",
                                                        "m", "h",  "d",  "w"};

constexpr std::array<std::pair<std::string_view, double>, 25> prefixes{{
    {"", 1},        {"k", 1e3},     {"M", 1e6},     {"G", 1e9},      {"T", 1e12},
    {"P", 1e15},    {"E", 1e18},    {"Z", 1e21},    {"Y", 1e24},     {"Ki", 0x1p10},
    {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}, {"Pi", 0x1p50},  {"Ei", 0x1p60},
    {"Zi", 0x1p70}, {"Yi", 0x1p80}, {"kilo", 1e3},  {"mega", 1e6},   {"giga", 1e9},
    {"tera", 1e12}, {"peta", 1e15}, {"exa", 1e18},  {"zetta", 1e21}, {"yotta", 1e24},
}};
constexpr std::array<std::pair<std::string_view, double>, 9> seconds{{
    {"s", 1},
    {"ms", 1e-3},
    {"us", 1e-6},
    {"ns", 1e-9},
    {"ps", 1e-12},
    {"m", 60},
    {"h", 3600},
    {"d", 86400},
    {"w", 604800},
}};

/// Returns the factor from the unit `text` to the first unit of a quantity. Returns 1 for no unit,
/// and 0 for an unknown unit.
double factor_of(std::string_view text, const Quantity& quantity) {
  if (text.empty())
    return 1;
  if (quantity.units.data() == units_of_time.data()) {
    const auto* const found =
        std::ranges::find(seconds, text, &decltype(seconds)::value_type::first);
    return found == seconds.end() ? 0 : found->second;
  }
  for (const auto unit : quantity.units) {
    if (!text.ends_with(unit))
      continue;
    const auto prefix = text.substr(0, text.size() - unit.size());
    const double own = unit == "bps" ? 0.125 : 1;
    for (const auto& [name, factor] : prefixes) {
      if (prefix == name)
        return factor * own;
    }
  }
  return 0;
}

} // namespace

namespace quantities {
constinit const Quantity speed{"a speed above 0 such as 50Mf", units_of_speed, 1e-6, 1e24};
constinit const Quantity unused_speed{"a speed of 0 or more such as 50Mf", units_of_speed, 0, 1e24};
constinit const Quantity bandwidth{"a bandwidth above 0 such as 10MBps", units_of_bandwidth, 1e-6,
                                   1e24};
constinit const Quantity time_span{"a time of 0 or more such as 5us", units_of_time, 0, 1e9};
} // namespace quantities

std::optional<double> parse_quantity(std::string_view text, const Quantity& quantity) {
  auto rest = trim(text);
  const auto number = take_decimal(rest);
  if (!number)
    return std::nullopt;
  const double factor = factor_of(rest, quantity);
  const double value = *number * factor;
  const bool is_zero = *number == 0 && quantity.least == 0 && factor > 0;
  if (is_zero || (value > 0 && value >= quantity.least && value <= quantity.most))
    return value;
  return std::nullopt;
}

bool is_quantity(std::string_view text, const Quantity& quantity) {
  return parse_quantity(text, quantity).has_value();
}

std::optional<std::int64_t> parse_whole(std::string_view text) {
  const auto number = parse_decimal(text);
  constexpr double most = 1e15;
  if (!number || *number < 0 || *number > most || *number != std::floor(*number))
    return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

bool are_coordinates(std::string_view text) {
  constexpr double most = 1e9;
  std::vector<double> numbers;
  for (const auto word : split(text, " \t")) {
    if (word.empty())
      continue;
    const auto number = parse_decimal(word);
    if (!number || std::abs(*number) > most)
      return false;
    numbers.push_back(*number);
  }
  return numbers.size() == 3 && numbers[2] >= 0;
}

} // namespace eldest
