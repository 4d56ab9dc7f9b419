#pragma once

#include "sim/machines/simulated/machine_settings.hpp"

#include <span>

namespace eldest {

/// The models of this project, the reference first.
[[nodiscard]] std::span<const Model> models();

} // namespace eldest
