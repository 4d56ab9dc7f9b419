#pragma once

#include <string_view>

namespace eldest {

/// The parts of the page of a trace, from the files in `page/`.
struct PageParts {
  std::string_view page; ///< HTML, with the names of further parts in double braces
  std::string_view style;
  std::string_view style_digest; ///< SHA-256 in hexadecimal digits
  std::string_view script;
  std::string_view script_digest; ///< SHA-256 in hexadecimal digits
};

[[nodiscard]] PageParts page_parts();

} // namespace eldest
