#include "trees/base/suggestion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace eldest {

std::size_t edits_between(std::string_view one, std::string_view other) {
  using Row = std::vector<std::size_t>;
  std::array<Row, 3> rows{Row(other.size() + 1), Row(other.size() + 1), Row(other.size() + 1)};
  auto& [before, last, current] = rows;
  for (std::size_t j = 0; j <= other.size(); ++j)
    current[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    std::swap(before, last);
    std::swap(last, current);
    current[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const bool same = one[i - 1] == other[j - 1];
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
  }
  return current[other.size()];
}

std::string suggestion(std::string_view word, std::span<const std::string_view> names) {
  constexpr std::size_t longest = 64; // above the length of any name
  if (word.empty() || word.size() > longest)
    return "";
  std::string_view nearest;
  auto least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto name : names) {
    const auto edits = edits_between(word, name);
    if (edits == 0)
      return "";
    if (edits < least && edits < name.size()) {
      least = edits;
      nearest = name;
    }
  }
  return nearest.empty() ? "" : " (did you mean " + std::string(nearest) + "?)";
}

std::string no_such(std::string_view kind, std::string_view name,
                    std::span<const std::string_view> names) {
  return fmt::format("{}: no such {}{}; there are: {}", name, kind, suggestion(name, names),
                     fmt::join(names, ", "));
}

} // namespace eldest
