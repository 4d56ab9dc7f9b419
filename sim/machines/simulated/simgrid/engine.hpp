#pragma once

#include <simgrid/s4u.hpp>

namespace eldest {

/// Makes the engine that SimGrid allows this process, unless it has been made. The process keeps
/// its own handlers of signals and of exceptions that nobody catches.
void make_engine();

/// Returns the engine of this process, made if there is none. From now on, the process has
/// SimGrid's handlers, whose messages say why a simulation has crashed. Throws std::logic_error if
/// the engine has a platform.
[[nodiscard]] simgrid::s4u::Engine& unused_engine();

} // namespace eldest
