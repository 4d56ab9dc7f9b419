#include "sim/machines/simulated/text.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>

namespace eldest {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string shown = "'";
  for (const char c : text.substr(0, most))
    shown += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return shown + (text.size() > most ? "...'" : "'");
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const auto first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::optional<double> take_decimal(std::string_view& text) {
  auto rest = text.substr(text.starts_with('+') ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc{} || !std::isfinite(number))
    return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  text = rest;
  return number;
}

std::optional<double> parse_decimal(std::string_view text) {
  auto rest = trim(text);
  const auto number = take_decimal(rest);
  return number && rest.empty() ? number : std::nullopt;
}

} // namespace eldest
