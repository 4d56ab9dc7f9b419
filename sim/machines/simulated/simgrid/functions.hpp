#pragma once

#include "sim/machines/simulated/simgrid_door.hpp"

namespace eldest {

/// The functions of this folder.
[[nodiscard]] const SimGridDoor& simgrid_functions();

} // namespace eldest
