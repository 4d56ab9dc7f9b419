#include "trees/chess/notation.hpp"

#include <algorithm>
#include <cstddef>

namespace eldest::chess {

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n\v\f";
  std::vector<std::string_view> parts;
  for (auto begin = text.find_first_not_of(white_space); begin != std::string_view::npos;) {
    const auto end = text.find_first_of(white_space, begin);
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(white_space, end);
  }
  return parts;
}

std::string printable(std::string_view text) {
  std::string result{text};
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return result;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  return '"' + printable(text.substr(0, most)) + (text.size() > most ? "...\"" : "\"");
}

} // namespace eldest::chess
