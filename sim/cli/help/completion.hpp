#pragma once

#include "sim/cli/options/command.hpp"

#include <span>
#include <string>

namespace eldest {

/// Returns a shell script that completes command lines of the program with these commands, for bash
/// and for zsh.
[[nodiscard]] std::string bash_completion(std::span<const Command> commands);
[[nodiscard]] std::string zsh_completion(std::span<const Command> commands);

} // namespace eldest
