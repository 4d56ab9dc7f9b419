#include "trees/checkers/input_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eldest::checkers {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string shown{text.substr(0, longest)};
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("\"{}{}\"", shown, text.size() > longest ? "..." : "");
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
