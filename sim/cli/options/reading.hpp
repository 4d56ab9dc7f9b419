#pragma once

#include "sim/cli/options/command.hpp"
#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// Reads the options in the words of `command`. Options that the words do not set may be set by an
/// INI file, which may have a section for each of `commands`. If --help is among the words,
/// everything else is ignored. Throws InputError.
void read_options(std::string_view command, const Options& options,
                  std::span<const std::string> words, std::span<const Command> commands,
                  boost::program_options::variables_map& values);

} // namespace eldest
