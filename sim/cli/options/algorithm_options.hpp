#pragma once

#include "algorithms/search/algorithm.hpp"
#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/experiments/json.hpp"

#include <vector>

namespace eldest {

/// Adds the options that belong to single algorithms.
void add_algorithm_options(Options& options);

/// Reads the parallel algorithms that --algorithm names, separated by commas, with default
/// settings. Throws InputError.
[[nodiscard]] std::vector<Algorithm>
read_parallel_algorithms(const boost::program_options::variables_map& values);

/// Reads the algorithms that --algorithm names, separated by commas, with default options. Throws
/// InputError if one is unknown or given twice.
[[nodiscard]] std::vector<Algorithm>
read_algorithm_names(const boost::program_options::variables_map& values);

/// Sets the options of the algorithms in `chosen`. Throws InputError for an invalid value, and for
/// an option that belongs to none of them.
void read_algorithm_options(const boost::program_options::variables_map& values,
                            std::vector<Algorithm>& chosen);

/// Returns an algorithm's own options with their values, as fields of "options" in a report.
[[nodiscard]] Json algorithm_options_json(const Algorithm& algorithm);

} // namespace eldest
