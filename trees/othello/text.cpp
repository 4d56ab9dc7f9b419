#include "trees/othello/text.hpp"

namespace eldest::othello::detail {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 20;
  std::string result = "'";
  for (const char c : text.substr(0, longest))
    result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > longest ? "...'" : "'");
}

} // namespace eldest::othello::detail
