#pragma once

#include "sim/cli/options/command.hpp"

#include <span>
#include <string>
#include <vector>

namespace eldest {

/// Executes `command` with the options and operands in `words`, or shows its help. Throws
/// InputError or RunError.
void execute(const Command& command, std::span<const std::string> words);

/// Executes the command in `words`, the words of a command line. With --cluster, all processes that
/// were started together execute the command together. Prints an error as one line. Returns the
/// exit status: 0; 1 if something failed; 2 if the input was at fault.
[[nodiscard]] int execute_command_line(const std::vector<std::string>& words);

} // namespace eldest
