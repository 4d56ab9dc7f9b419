#include "sim/sweeps/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace eldest {

std::vector<double> adjusted_by_holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double greatest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    greatest = std::max(greatest, std::min(1.0, left * p_values[order[rank]]));
    adjusted[order[rank]] = greatest;
  }
  return adjusted;
}

std::string correction_text(std::string_view corrected, std::size_t comparisons) {
  return comparisons < 2 ? ""
                         : fmt::format("{} are corrected for {} comparisons by Holm's method, to "
                                       "at most 5 % for any error.",
                                       corrected, comparisons);
}

} // namespace eldest
