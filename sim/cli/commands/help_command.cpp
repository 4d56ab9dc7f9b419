#include "sim/cli/help/completion.hpp"
#include "sim/cli/help/help.hpp"
#include "sim/cli/help/man_page.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/cli/options/values.hpp"
#include "sim/cli/reports/style.hpp"
#include "trees/base/errors.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

/// A function that returns the help in one format; null for the format for a person.
using Writer = std::string (*)(std::span<const Command> commands);
constexpr auto formats = std::to_array<Choice<Writer>>(
    {{"text", nullptr}, {"man", man_page}, {"bash", bash_completion}, {"zsh", zsh_completion}});

Options help_options(std::span<const Command> commands) {
  std::vector<std::string> names;
  for (const auto& command : commands)
    names.emplace_back(command.name);
  Options options;
  options.about("operands")(
      "about", texts("WORD"),
      "a command, and a topic or an option of it; or a topic or an option of eldest simulate");
  options.about("output")(
      "format", text(words_of(formats), "text"),
      "format of the help: text, on the words given; man, the manual page of all commands; bash or "
      "zsh, the completion of the command line for that shell");
  options.add_operand("about", -1, names);
  return options;
}

/// Returns the help on a command, on a command and one of its topics, or on a topic alone.
std::string help_on(std::span<const Command> commands, const std::vector<std::string>& about,
                    const Style& style) {
  if (about.size() > 2)
    throw InputError(fmt::format("help {}: must be a command and a topic", fmt::join(about, " ")));
  const bool is_command = std::ranges::count(commands, about[0], &Command::name) > 0;
  if (about.size() == 2 || is_command)
    return command_help(find_command(commands, about[0]), about.size() == 2 ? about[1] : "", style);
  const auto& simulate = find_command(commands, "simulate");
  return has_help_on(simulate, about[0])
             ? command_help(simulate, about[0], style)
             : command_help(find_command(commands, about[0]), "", style);
}

void help(std::span<const Command> commands, const po::variables_map& values) {
  const auto writer = one_of<Writer>(values, "format", formats);
  const auto style = Style::of(STDOUT_FILENO);
  if (writer != nullptr)
    std::cout << writer(commands);
  else if (values.count("about") == 0)
    std::cout << program_help(commands, style);
  else
    std::cout << help_on(commands, values["about"].as<std::vector<std::string>>(), style);
}

} // namespace

/// Returns the command that describes all others. `all` returns all commands, and is called at each
/// use.
Command help_command(std::span<const Command> (*all)()) {
  return {"help", "help on a command or a topic; the manual page; completion for shells", "",
          [all] { return help_options(all()); },
          [all](const po::variables_map& values) { help(all(), values); }};
}

} // namespace eldest
