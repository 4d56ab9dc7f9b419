#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"

namespace eldest {

/// Adds --json.
void add_json_option(Options& options);

/// Adds --wide.
void add_wide_option(Options& options);

/// Adds --jobs.
void add_jobs_option(Options& options);

/// Reads --jobs: the number of simulations to run at a time. Throws InputError.
[[nodiscard]] int job_count(const boost::program_options::variables_map& values);

} // namespace eldest
