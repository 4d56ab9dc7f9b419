#pragma once

#include "sim/cli/options/option_groups.hpp"

#include <boost/program_options.hpp>

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// Reads a command's words by its options: an INI file may set those that the words do not. If
/// --help is among the words nothing else is looked at. Throws InputError.
void read_options(std::string_view command, const Options& options,
                  std::span<const std::string> words,
                  boost::program_options::variables_map& values);

} // namespace eldest
