#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

#include <cstddef>
#include <string>

namespace eldest {

/// Adds --trace. `more`: words of its help on what a file contains in addition to a timeline of
/// every processor. `several`: words on files that show several searches.
void add_trace_option(Options& options, const std::string& more, const std::string& several);

/// The numbers of values given for the options that multiply searches.
struct SearchNumbers {
  std::size_t processors = 1;
  std::size_t seeds = 1;
  std::size_t problems = 1;
  std::size_t algorithms = 1; ///< a page shows several, other files one
};

/// Reads --trace, or an empty path if it is not given. Throws InputError for a path with an unknown
/// extension, and if there is more than one search.
[[nodiscard]] std::string read_trace_path(const boost::program_options::variables_map& values,
                                          const SearchNumbers& numbers);

} // namespace eldest
