#pragma once

#include <boost/program_options.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Reads a command's words by `options`, to which --help and --config are added: an INI file may
/// set what the words do not. Returns false if help was asked for, and printed. Throws InputError.
[[nodiscard]] bool read_options(std::string_view command,
                                boost::program_options::options_description options,
                                std::span<const std::string> words,
                                boost::program_options::variables_map& values);

/// "1,2,4", "1..8" (every number), "1..32:x2" (doubling), "4..16:+4", or several of these with
/// commas between; ascending, without repetitions. `option` is named in the InputError.
[[nodiscard]] std::vector<int> parse_counts(std::string_view option, std::string_view text);

} // namespace eldest
