#pragma once

#include <string>
#include <vector>

namespace eldest {

/// Executes the command that the words of a command line ask for, on all processes that have been
/// started together if they say so. Prints an error as one line. Returns the exit status: 0; 1, if
/// something failed; 2, if the input was at fault.
[[nodiscard]] int execute_command_line(const std::vector<std::string>& words);

} // namespace eldest
