#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <boost/program_options.hpp>

#include <string>
#include <vector>

namespace eldest {

/// Adds --platform and --cfg.
void add_platform_options(Options& options);

/// The platform that these choose. Throws InputError.
[[nodiscard]] PlatformFile read_platform(const boost::program_options::variables_map& values);

/// The values of --cfg.
[[nodiscard]] std::vector<std::string>
settings_given(const boost::program_options::variables_map& values);

/// Throws InputError if the platform has a property with the costs of nodes of a tree that there is
/// not, among those of these names.
void check_node_costs(const PlatformFile& platform, const std::vector<std::string>& properties);

/// What a platform is, for searches on some of its processors. Throws InputError as
/// inspect_platform, and for the costs of nodes of a tree that there is not.
[[nodiscard]] PlatformFacts inspect_for_trees(const PlatformFile& platform, int processors,
                                              const MachineSettings& settings);

/// Says on standard error, in one line, what a user should know of a platform; not with --quiet.
void print_notes(const boost::program_options::variables_map& values, const PlatformFile& platform,
                 const std::vector<std::string>& notes);

} // namespace eldest
