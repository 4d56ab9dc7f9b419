#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Returns `text` for an error: in quotes, on one line, and cut if it is long (see excerpt).
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Returns true for 0 to 9.
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the parts of `text` between any of the characters in `separators`. At least one part,
/// which may be empty.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text,
                                                  std::string_view separators);

/// Returns `text` without spaces, tabs and line breaks around it.
[[nodiscard]] std::string_view trim(std::string_view text);

/// Returns `text` with small instead of capital letters, in ASCII only.
[[nodiscard]] std::string to_lower(std::string_view text);

/// Takes a finite decimal number, with or without a plus sign, off the front of `text`. If `text`
/// does not begin with such a number, returns nothing and leaves `text` unchanged.
[[nodiscard]] std::optional<double> take_decimal(std::string_view& text);

/// Returns the finite decimal number if `text`, without spaces around it, is one, otherwise
/// nothing.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

} // namespace eldest
