#pragma once

#include <simgrid/s4u.hpp>

namespace eldest {

/// Makes the engine that SimGrid allows this process, unless it has been made.
void make_engine();

/// Returns the engine of this process, made if there is none. Throws std::logic_error if it has a
/// platform.
[[nodiscard]] simgrid::s4u::Engine& unused_engine();

} // namespace eldest
