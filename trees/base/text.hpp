#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A text on one line, in quotes, without control characters, and cut off after some dozens of
/// characters: to be shown in an error.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The parts of a text between any of these separators; at least one, which may be empty.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text,
                                                  std::string_view separators);

/// The text without the spaces around it.
[[nodiscard]] std::string_view trim(std::string_view text);

/// A text in small letters of ASCII.
[[nodiscard]] std::string to_lower(std::string_view text);

/// Takes a finite decimal number off the front of a text; none, and the text as it was, if it does
/// not begin with one.
[[nodiscard]] std::optional<double> take_decimal(std::string_view& text);

/// The number that all of a text is, spaces around it aside.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

} // namespace eldest
