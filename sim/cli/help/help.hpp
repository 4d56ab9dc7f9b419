#pragma once

#include "sim/cli/options/command.hpp"
#include "sim/cli/reports/style.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// Returns the help on the program: its commands, and how to get more help. `commands`: all
/// commands of the program.
[[nodiscard]] std::string program_help(std::span<const Command> commands,
                                       const Style& style = Style());

/// Returns the help on a command:
/// - without a topic, its usage, its common options and the topics;
/// - with a topic, the options of that topic, and with "all" those of every topic;
/// - with the name of an option, that option.
///
/// Throws InputError for an unknown topic.
[[nodiscard]] std::string command_help(const Command& command, std::string_view topic,
                                       const Style& style = Style());

/// Returns the topics of a command's help: "all", the topics of its options, and the algorithms if
/// it has --algorithm.
[[nodiscard]] std::vector<std::string> topics_of(const Command& command);

/// Returns true if `command_help` knows `topic`.
[[nodiscard]] bool has_help_on(const Command& command, std::string_view topic);

/// Returns the usage of a command, as in "eldest sweep STORE --platform PLATFORM [OPTION...]".
[[nodiscard]] std::string usage_of(const Command& command);

} // namespace eldest
