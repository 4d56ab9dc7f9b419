#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

#include <functional>
#include <span>
#include <string_view>

namespace eldest {

/// A command of the program, with the texts of its help, of the man page and of shell completions.
struct Command {
  std::string_view name;
  std::string_view purpose;         ///< one line, without a full stop
  std::string_view description;     ///< sentences that complete the purpose; empty: none
  std::function<Options()> options; ///< options and operands
  /// Executes the command. Throws InputError or RunError.
  std::function<void(const boost::program_options::variables_map& values)> run;
};

/// Returns the command called `name`. Throws InputError for an unknown name.
[[nodiscard]] const Command& find_command(std::span<const Command> commands, std::string_view name);

} // namespace eldest
