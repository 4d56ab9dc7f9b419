#pragma once

#include "sim/experiments/json.hpp"
#include "sim/sweeps/store.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Returns lines that say which rows of a store were left out, or an empty text if none were.
[[nodiscard]] std::string damage_text(const std::vector<DamagedRow>& damaged);

/// Returns the list of such rows for the JSON report, as texts.
[[nodiscard]] Json damage_json(const std::vector<DamagedRow>& damaged);

} // namespace eldest
