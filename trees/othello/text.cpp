#include "trees/othello/text.hpp"

#include "trees/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace eldest::othello::detail {
namespace {

std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"')
      quoted = !quoted;
    if (line[i] == '%' && !quoted)
      return line.substr(0, i);
  }
  return line;
}

} // namespace

bool is_pass(std::string_view text) {
  constexpr std::array<std::string_view, 5> names{"pass", "pa", "ps", "--", "@@"};
  return std::ranges::count(names, to_lower(text)) != 0;
}

std::vector<Line> content_lines(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  for (const auto line : split(text, "\n")) {
    ++number;
    const auto content = trimmed(without_comment(line));
    if (!content.empty() && !content.starts_with('#'))
      lines.push_back({number, content});
  }
  return lines;
}

} // namespace eldest::othello::detail
