#include "sim/cli/help/man_page.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/algorithm.hpp"
#include "sim/cli/help/help.hpp"
#include "sim/cli/reports/version.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace {

/// Escapes a text for troff. Hyphens become minus signs, which readers can copy, and no line
/// becomes a request.
std::string troff(std::string_view text) {
  std::string escaped(text);
  boost::replace_all(escaped, "\\", "\\e");
  boost::replace_all(escaped, "-", "\\-");
  if (escaped.starts_with('.') || escaped.starts_with('\''))
    escaped.insert(0, "\\&");
  return escaped;
}

/// An option, and the commands that have it.
struct OptionEntry {
  OptionText option;
  std::vector<std::string_view> commands;
};

/// Returns true if an option of one command and an option of another are described in the same way.
bool is_same(const OptionText& one, const OptionText& other) {
  return one.name == other.name && one.letter == other.letter && one.value == other.value &&
         one.default_value == other.default_value && one.description == other.description;
}

/// Returns the options of all commands on a topic.
std::list<OptionEntry> entries_of(std::span<const Command> commands, std::string_view topic) {
  std::list<OptionEntry> entries;
  for (const auto& command : commands) {
    const auto options = command.options();
    const auto group = std::ranges::find(options.groups(), topic, &OptionGroup::topic);
    if (group == options.groups().end())
      continue;
    for (const auto& option : option_texts(*group)) {
      auto known = std::ranges::find_if(
          entries, [&](const OptionEntry& entry) { return is_same(entry.option, option); });
      if (known == entries.end())
        known = entries.insert(entries.end(), {option, {}});
      known->commands.push_back(command.name);
    }
  }
  return entries;
}

std::string bold(std::string_view text) { return fmt::format(R"(\fB{}\fP)", troff(text)); }
std::string italic(std::string_view text) { return fmt::format(R"(\fI{}\fP)", troff(text)); }

std::string entry_text(std::span<const Command> commands, const OptionEntry& entry) {
  const auto& option = entry.option;
  auto text = std::string(".TP\n");
  if (option.letter != 0)
    text += fmt::format("{}, ", bold(fmt::format("-{}", option.letter)));
  text += bold("--" + option.name);
  if (!option.value.empty())
    text += fmt::format(" {}", option.value_is_optional ? fmt::format("[{}]", italic(option.value))
                                                        : italic(option.value));
  text += '\n' + troff(option.description);
  if (!option.default_value.empty())
    text += fmt::format(" (default: {})", troff(option.default_value));
  if (entry.commands.size() == commands.size())
    return text + "; of every command.\n";
  return text + fmt::format("; of {}.\n", fmt::join(entry.commands, ", "));
}

std::string topic_text(std::span<const Command> commands, std::string_view topic) {
  std::string text;
  for (const auto& entry : entries_of(commands, topic))
    text += entry_text(commands, entry);
  return text;
}

std::string commands_text(std::span<const Command> commands) {
  std::string text;
  for (const auto& command : commands) {
    auto purpose = troff(command.purpose);
    purpose.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(purpose.front())));
    text +=
        fmt::format(".SS {}\n.B {}\n.PP\n{}.\n", command.name, troff(usage_of(command)), purpose);
    if (!command.description.empty())
      text += troff(command.description) + '\n';
  }
  return text;
}

std::string options_text(std::span<const Command> commands) {
  std::string text;
  for (const auto& topic : topics())
    text += fmt::format(".SS {}\n{}", troff(topic.title), topic_text(commands, topic.name));
  return text;
}

std::string algorithms_text(std::span<const Command> commands) {
  std::string text;
  for (const auto& algorithm : algorithms())
    text += fmt::format(".SS {}\n{}\n{}", troff(algorithm.name()), troff(algorithm.description()),
                        topic_text(commands, algorithm.name()));
  return text;
}

constexpr std::string_view synopsis = R"(.SH NAME
eldest \- parallel game\-tree search, simulated and real
.SH SYNOPSIS
.B eldest
.I COMMAND
.RI [ OPTION ...]
.PP
.B eldest help
.RI [ COMMAND " [" TOPIC ]]
.SH DESCRIPTION
eldest searches game trees in parallel, on simulated machines and on the cores of this one, and
accounts for every second of their processors' time.
.PP
Times may have a unit (10us, 500ms, 2min), without which they are in seconds; whole numbers may
have one, too: k, M or G for 2^10, 2^20 or 2^30.
)";

constexpr std::string_view rest = R"(.SH EXIT STATUS
0: done. 1: the run has failed. 2: the command line or what it names is wrong.
Errors are one line on standard error.
.SH ENVIRONMENT
.TP
.B ELDEST_DATA_DIR
The folder of the platforms, positions and settings that come with the program.
.TP
.B NO_COLOR
If it is set and not empty there are no colours on a terminal.
.SH EXAMPLES
.nf
eldest simulate \-p cm5\-32 \-d 5 \-n 1..32:x2 \-\-baseline
eldest run \-a ybwc \-d 8 \-n 4
eldest perft \-d 5 \-\-divide
eldest list program crafty
eldest simulate \-\-help table
.fi
)";

} // namespace

std::string man_page(std::span<const Command> commands) {
  return fmt::format(".TH ELDEST 1 \"\" \"eldest {}\" \"User Commands\"\n{}.SH COMMANDS\n{}"
                     ".SH OPTIONS\n{}.SH ALGORITHMS\n{}{}",
                     version, synopsis, commands_text(commands), options_text(commands),
                     algorithms_text(commands), rest);
}

} // namespace eldest
