#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace eldest {

/// Takes a number off the front of `text`, as std::from_chars reads it. If `text` does not begin
/// with a number, returns nothing and leaves `text` unchanged.
template <class Number> [[nodiscard]] std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{})
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Returns the number if the whole of `text` is one, otherwise nothing.
template <class Number> [[nodiscard]] std::optional<Number> to_number(std::string_view text) {
  const auto number = take_number<Number>(text);
  return text.empty() ? number : std::nullopt;
}

} // namespace eldest
