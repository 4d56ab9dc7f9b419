#pragma once

#include <string_view>

namespace eldest::othello::detail {

inline constexpr std::string_view blanks = " \t\r";

/// Returns `text` without blanks at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace eldest::othello::detail
