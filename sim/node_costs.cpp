#include "sim/node_costs.hpp"

#include <array>
#include <charconv>
#include <cstddef>

namespace eldest {

std::optional<NodeCosts> parse_node_costs(std::string_view text) {
  constexpr std::size_t least_count = 4;
  std::array<double, 5> costs{};
  std::size_t count = 0;
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  while (true) {
    const auto [rest, error] = std::from_chars(next, end, costs.at(count));
    if (error != std::errc{} || !(costs.at(count) >= 0 && costs.at(count) < 1e12))
      return std::nullopt;
    ++count;
    if (rest == end)
      break;
    if (*rest != ',' || count == costs.size())
      return std::nullopt;
    next = rest + 1;
  }
  if (count < least_count)
    return std::nullopt;
  return NodeCosts{costs[0], costs[1], costs[2], costs[3], costs[4]};
}

void to_json(Json& json, const NodeCosts& costs) {
  json = {costs.visit, costs.generation, costs.ordering, costs.captures, costs.move};
}

void from_json(const Json& json, NodeCosts& costs) {
  costs = {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>(),
           json.at(3).get<double>(), json.at(4).get<double>()};
}

} // namespace eldest
