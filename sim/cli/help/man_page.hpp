#pragma once

#include "sim/cli/options/command.hpp"

#include <span>
#include <string>

namespace eldest {

/// Returns the manual page of the program with these commands, in troff with the macros of man(7).
[[nodiscard]] std::string man_page(std::span<const Command> commands);

} // namespace eldest
