#pragma once

#include "sim/cli/options/command.hpp"

#include <span>
#include <string>

namespace eldest {

/// Returns a script for bash or zsh that completes command lines of the program. `commands`: all
/// commands of the program.
[[nodiscard]] std::string bash_completion(std::span<const Command> commands);
[[nodiscard]] std::string zsh_completion(std::span<const Command> commands);

} // namespace eldest
