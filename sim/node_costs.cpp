#include "sim/node_costs.hpp"

#include <array>
#include <charconv>
#include <cstddef>

namespace eldest {

std::optional<NodeCosts> parse_node_costs(std::string_view text) {
  std::array<double, 4> costs{};
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const auto [rest, error] = std::from_chars(next, end, costs.at(i));
    const bool last = i + 1 == costs.size();
    const bool separated = last ? rest == end : rest != end && *rest == ',';
    if (error != std::errc{} || !separated || !(costs.at(i) >= 0 && costs.at(i) < 1e12))
      return std::nullopt;
    next = rest + (last ? 0 : 1);
  }
  return NodeCosts{costs[0], costs[1], costs[2], costs[3]};
}

} // namespace eldest
