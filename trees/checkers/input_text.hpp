#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eldest::checkers {

/// Returns `text` for an error message: in quotes, with '?' for anything but printable ASCII, and
/// cut after 60 characters.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Joins `items` with `separator` between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& items,
                                 std::string_view separator = ",");

} // namespace eldest::checkers
