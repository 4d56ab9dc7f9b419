#pragma once

#include "sim/cli/options/option_groups.hpp"

#include <boost/program_options.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// A command of the program, and all that its help, the man page and the completions of shells say
/// about it.
struct Command {
  std::string_view name;
  std::string_view purpose;     ///< one line, without a full stop
  std::string_view description; ///< sentences on what the purpose leaves open; empty: none
  /// What it takes.
  Options (*options)();
  /// Executes the command. Throws InputError or RunError.
  void (*run)(const boost::program_options::variables_map& values);
};

// A command is described and defined in a file of its own; command.cpp lists them.
[[nodiscard]] Command simulate_command();
[[nodiscard]] Command sweep_command();
[[nodiscard]] Command collect_command();
[[nodiscard]] Command compare_command();
[[nodiscard]] Command report_command();
[[nodiscard]] Command run_command();
[[nodiscard]] Command validate_command();
[[nodiscard]] Command check_command();
[[nodiscard]] Command calibrate_command();
[[nodiscard]] Command stats_command();
[[nodiscard]] Command perft_command();
[[nodiscard]] Command list_command();
[[nodiscard]] Command uci_command();
[[nodiscard]] Command help_command();

/// All commands, in the order of the help.
[[nodiscard]] std::span<const Command> commands();

/// The command of a name. Throws InputError.
[[nodiscard]] const Command& find_command(std::string_view name);

/// The names of the lists that eldest list has.
[[nodiscard]] std::vector<std::string> list_names();

/// Executes a command, or shows its help.
void execute(const Command& command, std::span<const std::string> words);

} // namespace eldest
