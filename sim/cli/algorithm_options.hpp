#pragma once

#include "algorithms/settings.hpp"
#include "algorithms/tables.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/problem.hpp"

#include <boost/program_options.hpp>

#include <vector>

namespace eldest {

/// Adds the options that belong to single algorithms.
void add_algorithm_options(boost::program_options::options_description& options);

/// Takes the values of some algorithms' own options. Throws InputError for a value that does not
/// fit, and for an option that belongs to none of them.
void read_algorithm_options(const boost::program_options::variables_map& values,
                            const std::vector<Algorithm>& algorithms, SearchSettings& settings,
                            TableSettings& tables);

/// An algorithm's own options with their values, as fields of "options".
[[nodiscard]] Json algorithm_options_json(Algorithm algorithm, const SearchSettings& settings,
                                          const TableSettings& tables);

} // namespace eldest
