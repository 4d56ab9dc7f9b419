#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eldest::checkers {

/// Input text as an error message shows it: in quotes, on one line (anything but printable ASCII
/// becomes '?') and cut after 60 characters.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Returns a text without the white space at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Joins items with a comma, or another separator, between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& items,
                                 std::string_view separator = ",");

} // namespace eldest::checkers
