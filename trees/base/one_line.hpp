#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eldest {

/// Returns `text` as UTF-8 on one line, which does nothing to a terminal and hides nothing from a
/// reader. C++ escape sequences stand for control characters, for characters without a width, for
/// those that change the direction of writing, and for bytes that are not UTF-8.
[[nodiscard]] std::string on_one_line(std::string_view text);

/// Returns `text` on one line (see on_one_line). Of a text above `most` bytes, only the beginning
/// and the end, with "..." between them.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = 80);

/// Returns a message, which may repeat any input, as an excerpt of at most `max_message_bytes`.
[[nodiscard]] std::string message_line(std::string_view message);

} // namespace eldest
