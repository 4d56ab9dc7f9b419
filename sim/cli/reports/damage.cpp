#include "sim/cli/reports/damage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace eldest {

std::string damage_text(const std::vector<DamagedRow>& damaged) {
  if (damaged.empty())
    return "";
  constexpr std::size_t most = 5;
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "damaged rows of the store, which were left out: {}\n", damaged.size());
  for (std::size_t i = 0; i < std::min(damaged.size(), most); ++i)
    fmt::format_to(out, "  {}\n", damaged[i].what);
  if (damaged.size() > most)
    fmt::format_to(out, "  and {} more\n", damaged.size() - most);
  return text;
}

Json damage_json(const std::vector<DamagedRow>& damaged) {
  Json rows = Json::array();
  for (const auto& row : damaged)
    rows.push_back(row.what);
  return rows;
}

} // namespace eldest
