#pragma once

#include <string>
#include <string_view>

namespace eldest {

/// Returns a name for `text` that no other text has, a UUID made by SHA-1 (RFC 4122, version 5).
[[nodiscard]] std::string content_id(std::string_view text);

} // namespace eldest
