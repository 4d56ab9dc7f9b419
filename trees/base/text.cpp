#include "trees/base/text.hpp"

#include "trees/base/numbers.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string.hpp>
#include <fmt/format.h>

#include <cmath>
#include <locale>

namespace eldest {

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", excerpt(text)); }

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  return boost::split(parts, text, boost::is_any_of(separators));
}

std::string_view trim(std::string_view text) {
  return boost::trim_copy_if(text, boost::is_any_of(" \t\r\n"));
}

std::string to_lower(std::string_view text) {
  return boost::to_lower_copy(std::string(text), std::locale::classic());
}

std::optional<double> take_decimal(std::string_view& text) {
  auto rest = text.substr(text.starts_with('+') ? 1 : 0);
  const auto number = take_number<double>(rest);
  if (!number || !std::isfinite(*number))
    return std::nullopt;
  text = rest;
  return number;
}

std::optional<double> parse_decimal(std::string_view text) {
  auto rest = trim(text);
  const auto number = take_decimal(rest);
  return number && rest.empty() ? number : std::nullopt;
}

} // namespace eldest
