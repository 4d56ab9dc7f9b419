#pragma once

#include <string_view>
#include <vector>

namespace eldest::othello::detail {

inline constexpr std::string_view blanks = " \t\r";

/// Returns `text` without blanks at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Returns true if `text` is a pass as records of games write it: pass, pa, ps, -- or @@, in any
/// letter case.
[[nodiscard]] bool is_pass(std::string_view text);

/// A line of a file.
struct Line {
  int number = 0; ///< from 1
  std::string_view content;
};

/// Returns the lines of `text` that are not empty, without the blanks around them. A comment is a
/// line that begins with #, or the rest of a line from a % outside of double quotes.
[[nodiscard]] std::vector<Line> content_lines(std::string_view text);

} // namespace eldest::othello::detail
