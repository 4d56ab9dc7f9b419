#include "trees/checkers/input_text.hpp"

namespace eldest::checkers {

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
