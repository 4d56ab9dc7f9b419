#pragma once

#include "sim/cli/options/command.hpp"
#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// Names under which `read_options` keeps the text of the INI file, and the version_of_numbers of
/// the result of --from. No option has such a name.
inline constexpr const char* settings_text = "text of --config";
inline constexpr const char* version_of_from = "version of --from";

/// Reads the options in the words of `command`. An option that is not among the words is read from
/// one of these, the first that has it:
/// - the result of --from,
/// - the INI file of --config, which may have a section for each of `commands`,
/// - the preset of --program.
///
/// If --help is among the words, everything else is ignored. Throws InputError.
void read_options(std::string_view command, const Options& options,
                  std::span<const std::string> words, std::span<const Command> commands,
                  boost::program_options::variables_map& values);

} // namespace eldest
