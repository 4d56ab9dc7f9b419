#pragma once

#include "algorithms/settings.hpp"
#include "sim/json.hpp"

#include <optional>
#include <string_view>

namespace eldest {

/// Reads "visit,generation,ordering,captures" or "visit,generation,ordering,captures,move" in units
/// of work, each from 0 to 1e12; nothing if the text is anything else.
[[nodiscard]] std::optional<NodeCosts> parse_node_costs(std::string_view text);

/// An array in the order of NodeCosts.
void to_json(Json& json, const NodeCosts& costs);
void from_json(const Json& json, NodeCosts& costs);

} // namespace eldest
