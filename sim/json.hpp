#pragma once

#include <nlohmann/json.hpp>

namespace eldest {

/// JSON whose objects keep the order in which they were filled.
using Json = nlohmann::ordered_json;

} // namespace eldest
