#pragma once

#include "algorithms/settings.hpp"
#include "algorithms/tables.hpp"
#include "sim/json.hpp"
#include "sim/problem.hpp"

#include <boost/program_options.hpp>

namespace eldest {

/// Adds the options that belong to single algorithms.
void add_algorithm_options(boost::program_options::options_description& options);

/// Takes the values of an algorithm's own options. Throws InputError for a value that does not fit,
/// and for an option that belongs to other algorithms.
void read_algorithm_options(const boost::program_options::variables_map& values,
                            Algorithm algorithm, SearchSettings& settings, TableSettings& tables);

/// An algorithm's own options with their values, as fields of "options".
[[nodiscard]] Json algorithm_options_json(Algorithm algorithm, const SearchSettings& settings,
                                          const TableSettings& tables);

} // namespace eldest
