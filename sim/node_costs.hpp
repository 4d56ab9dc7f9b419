#pragma once

#include "algorithms/settings.hpp"

#include <optional>
#include <string_view>

namespace eldest {

/// Reads "visit,generation,ordering,captures" in units of work, each from 0 to 1e12; nothing if the
/// text is anything else.
[[nodiscard]] std::optional<NodeCosts> parse_node_costs(std::string_view text);

} // namespace eldest
