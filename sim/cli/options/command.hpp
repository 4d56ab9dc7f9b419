#pragma once

#include "sim/cli/options/option_groups.hpp"

#include <boost/program_options.hpp>

#include <functional>
#include <span>
#include <string_view>

namespace eldest {

/// A command of the program, and all that its help, the man page and the completions of shells say
/// about it.
struct Command {
  std::string_view name;
  std::string_view purpose;         ///< one line, without a full stop
  std::string_view description;     ///< sentences on what the purpose leaves open; empty: none
  std::function<Options()> options; ///< what it takes
  /// Executes the command. Throws InputError or RunError.
  std::function<void(const boost::program_options::variables_map& values)> run;
};

/// The command of a name among these. Throws InputError.
[[nodiscard]] const Command& find_command(std::span<const Command> commands, std::string_view name);

} // namespace eldest
