#pragma once

#include "sim/cli/options/option_groups.hpp"
#include "sim/cli/options/option_values.hpp"
#include "sim/experiments/json.hpp"
#include "sim/experiments/simulation.hpp"
#include "sim/machines/simulated/platform.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <string>
#include <vector>

namespace eldest {

/// Adds --platform, --cfg and --set.
void add_platform_options(Options& options);

/// Reads the platform that --platform, --cfg and --set choose. Throws InputError.
[[nodiscard]] PlatformFile read_platform(const boost::program_options::variables_map& values);

/// Adds --hosts and --placement.
void add_placement_options(Options& options);

/// Reads --hosts and --placement. Throws InputError.
[[nodiscard]] Placement read_placement(const boost::program_options::variables_map& values);

/// Returns the values of --cfg.
[[nodiscard]] std::vector<std::string>
settings_given(const boost::program_options::variables_map& values);

/// Returns the changes of a platform's numbers, as a value by number.
[[nodiscard]] Json changes_json(const PlatformFile& platform);

/// Throws InputError if one of `properties` is about nodes of an unknown tree, or about an unknown
/// algorithm. `properties`: names of properties.
void check_trees_and_algorithms(const PlatformFile& platform,
                                const std::vector<std::string>& properties);

/// Inspects a platform for searches on at most `processors` of its processors. Throws InputError as
/// inspect_platform does, and for properties about an unknown tree or algorithm.
[[nodiscard]] PlatformFacts inspect_for_trees(const PlatformFile& platform, int processors,
                                              const MachineSettings& settings);

/// Prints the notes on a platform on standard error, in one line; nothing with --quiet.
void print_notes(const boost::program_options::variables_map& values, const PlatformFile& platform,
                 const std::vector<std::string>& notes);

} // namespace eldest
