#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace eldest {

/// Takes a number off the front of a text, as std::from_chars reads it; none, and the text as it
/// was, if it does not begin with one.
template <class Number> [[nodiscard]] std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{})
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// The number that a text is, and nothing else.
template <class Number> [[nodiscard]] std::optional<Number> to_number(std::string_view text) {
  const auto number = take_number<Number>(text);
  return text.empty() ? number : std::nullopt;
}

} // namespace eldest
