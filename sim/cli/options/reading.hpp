#pragma once

#include "sim/cli/options/command.hpp"
#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// Reads the options in the words of `command`. An option that the words do not set is set by the
/// result of --from, by the INI file of --config, or by the preset of --program. The first of these
/// that has the option sets it. The INI file may have a section for each of `commands`. If --help
/// is among the words, everything else is ignored. Throws InputError.
void read_options(std::string_view command, const Options& options,
                  std::span<const std::string> words, std::span<const Command> commands,
                  boost::program_options::variables_map& values);

} // namespace eldest
