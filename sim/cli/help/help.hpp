#pragma once

#include "sim/cli/options/command.hpp"
#include "sim/cli/reports/style.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The commands, which are all of the program, and how to learn more.
[[nodiscard]] std::string program_help(std::span<const Command> commands, const Style& style = {});

/// The help on a command. Without a topic: its usage, its common options and the topics; else the
/// options of that topic, or of all for "all". Throws InputError for what is no topic.
[[nodiscard]] std::string command_help(const Command& command, std::string_view topic,
                                       const Style& style = {});

/// The topics of a command's help: "all", those of its options, and the algorithms if it has them.
[[nodiscard]] std::vector<std::string> topics_of(const Command& command);

/// How a command is called: "eldest sweep STORE --platform PLATFORM [OPTION...]".
[[nodiscard]] std::string usage_of(const Command& command);

} // namespace eldest
