#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/experiments/problem.hpp"

#include <cstdint>

namespace eldest {

/// Adds --tree, --position, --check-extension and --seed.
void add_problem_options(Options& options);

/// Reads --seed. Throws InputError.
[[nodiscard]] std::uint64_t seed_of(const boost::program_options::variables_map& values);

/// Returns the choice of positions by --tree, --position, --check-extension and --seed. Throws
/// InputError.
[[nodiscard]] ProblemChoice problem_choice(const boost::program_options::variables_map& values);

} // namespace eldest
