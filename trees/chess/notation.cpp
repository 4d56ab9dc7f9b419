#include "trees/chess/notation.hpp"

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

} // namespace eldest::chess
