#pragma once

#include "algorithms/settings.hpp"

#include <nlohmann/json.hpp>

namespace eldest {

/// JSON whose objects keep the order in which they were filled.
using Json = nlohmann::ordered_json;

/// An array in the order of NodeCosts.
void to_json(Json& json, const NodeCosts& costs);
void from_json(const Json& json, NodeCosts& costs);

} // namespace eldest
