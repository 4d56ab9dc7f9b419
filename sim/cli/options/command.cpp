#include "sim/cli/options/command.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace eldest {

const Command& find_command(std::span<const Command> commands, std::string_view name) {
  const auto command = std::ranges::find(commands, name, &Command::name);
  if (command != commands.end())
    return *command;
  std::vector<std::string_view> names;
  for (const auto& known : commands)
    names.push_back(known.name);
  throw InputError(
      fmt::format("no command '{}'{}; see eldest --help", name, suggestion(name, names)));
}

} // namespace eldest
