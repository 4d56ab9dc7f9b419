#pragma once

#include <string>
#include <string_view>

namespace eldest {

/// Returns the text of a file in UTF-8 with "\n" for the ends of lines, whatever system wrote it.
/// The content may be in UTF-8 or UTF-16, with or without a byte order mark. Anything else is read
/// as ISO 8859-1, the character set of PGN (Edwards 1994, section 4.1). A line may end with "\n",
/// "\r\n" or "\r". A no-break space or a null
/// character, which some programs write at the end of a line, becomes a space.
[[nodiscard]] std::string as_text(std::string_view content);

} // namespace eldest
