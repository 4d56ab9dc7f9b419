#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eldest::checkers {

/// Joins `items` with `separator` between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& items,
                                 std::string_view separator = ",");

} // namespace eldest::checkers
