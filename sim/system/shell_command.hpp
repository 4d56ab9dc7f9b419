#pragma once

#include "sim/system/interrupts.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace eldest {

/// What a command of the shell has come to.
struct ShellOutcome {
  int status = 0;     ///< as waitpid has it; see how_it_ended
  std::string output; ///< on standard output
  std::string errors; ///< the first 64 KiB on standard error
};

/// Has /bin/sh execute a line, whose "$@" are the arguments, and waits for its end. It finds
/// nothing on standard input, and no terminal: nothing can wait for a user. Once one of the
/// `interrupts` has come, its processes get SIGTERM; those that have not ended after a `grace` are
/// killed, as are those that it leaves behind at its end. If this process is killed, the shell gets
/// SIGTERM. Throws RunError if no process can be made, or if it prints more than 64 MiB.
[[nodiscard]] ShellOutcome run_in_shell(const std::string& line,
                                        const std::vector<std::string>& arguments,
                                        const Interrupts& interrupts,
                                        std::chrono::milliseconds grace = std::chrono::seconds(10));

} // namespace eldest
