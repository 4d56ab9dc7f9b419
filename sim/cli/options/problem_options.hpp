#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/experiments/problem.hpp"

#include <cstdint>
#include <vector>

namespace eldest {

/// Adds --tree, --position, --bad-positions, --check-extension and --seed.
void add_problem_options(Options& options);

/// Reads --seed. Throws InputError.
[[nodiscard]] std::uint64_t seed_of(const boost::program_options::variables_map& values);

/// The positions that are chosen on the command line.
struct ChosenProblems {
  std::vector<Problem> problems; ///< at least one
  SkippedPositions skipped;
};

/// Opens the positions that --tree, --position, --bad-positions, --check-extension and --seed
/// choose. Throws InputError.
[[nodiscard]] ChosenProblems choose_problems(const boost::program_options::variables_map& values);

/// Prints on standard error which records of a file were skipped, if any, in one line; nothing with
/// --quiet.
void print_skipped(const boost::program_options::variables_map& values,
                   const SkippedPositions& skipped);

} // namespace eldest
