#pragma once

#include "sim/system/interrupts.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace eldest {

/// The outcome of a command of the shell.
struct ShellOutcome {
  int status = 0;     ///< as waitpid reports it; see how_it_ended
  std::string output; ///< on standard output
  std::string errors; ///< the first 64 KiB on standard error
};

/// Executes `line` by /bin/sh, with `arguments` as "$@", and waits for its end. The command has an
/// empty standard input and no terminal, so that nothing can wait for a user. Once a signal has
/// come to `interrupts`, the processes of the command get SIGTERM. Those that have not ended after
/// `grace` are killed, as are those that the command leaves behind at its end. If this process is
/// killed, the shell gets SIGTERM. Throws RunError if no process can be made, or if the command
/// prints more than 64 MiB.
[[nodiscard]] ShellOutcome run_in_shell(const std::string& line,
                                        const std::vector<std::string>& arguments,
                                        const Interrupts& interrupts,
                                        std::chrono::milliseconds grace = std::chrono::seconds(10));

} // namespace eldest
