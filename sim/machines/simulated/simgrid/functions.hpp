#pragma once

#include "sim/machines/simulated/simgrid_door.hpp"

namespace eldest {

/// Returns the functions of this folder that simulations need.
[[nodiscard]] const SimGridDoor& simgrid_functions();

} // namespace eldest
