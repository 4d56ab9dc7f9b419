#pragma once

#include "sim/cli/options/command.hpp"
#include "sim/cli/options/option_groups.hpp"

#include <boost/program_options.hpp>

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// Reads a command's words by its options: an INI file may set those that the words do not, and
/// have sections for these commands. If --help is among the words nothing else is looked at. Throws
/// InputError.
void read_options(std::string_view command, const Options& options,
                  std::span<const std::string> words, std::span<const Command> commands,
                  boost::program_options::variables_map& values);

} // namespace eldest
