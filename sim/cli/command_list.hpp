#pragma once

#include "sim/cli/options/command.hpp"

#include <span>

namespace eldest {

/// Returns all commands, in the order of the help.
[[nodiscard]] std::span<const Command> commands();

} // namespace eldest
