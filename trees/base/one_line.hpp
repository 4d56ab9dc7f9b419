#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace eldest {

/// Takes a character of UTF-8 off the front of `text`, which must not be empty. If `text` begins
/// with none, takes a single byte and returns nothing.
[[nodiscard]] std::optional<char32_t> take_character(std::string_view& text);

/// Returns true for a character that is not shown as it is: a control character, a character
/// without a width, or a mark of direction (Unicode Standard Annex 9).
[[nodiscard]] bool is_hidden(char32_t character);

/// Returns `text` as UTF-8 on one line, which does nothing to a terminal and hides nothing from a
/// reader. C++ escape sequences stand for hidden characters and for bytes that are not UTF-8.
[[nodiscard]] std::string on_one_line(std::string_view text);

/// Returns `text` on one line (see on_one_line). Of a text above `most` bytes, only the beginning
/// and the end, with "..." between them.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = 80);

/// Returns a message, which may repeat any input, as an excerpt of at most `max_message_bytes`.
[[nodiscard]] std::string message_line(std::string_view message);

} // namespace eldest
