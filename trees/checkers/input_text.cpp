#include "trees/checkers/input_text.hpp"

namespace eldest::checkers {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n";
  const auto first = text.find_first_not_of(white_space);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (const auto& item : items) {
    if (&item != &items.front())
      text += separator;
    text += item;
  }
  return text;
}

} // namespace eldest::checkers
