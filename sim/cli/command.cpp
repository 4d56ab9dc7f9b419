#include "sim/cli/command.hpp"

#include "sim/cli/help/help.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/reports/style.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/suggestion.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <vector>

namespace eldest {
namespace po = boost::program_options;

std::span<const Command> commands() {
  static const std::array all{simulate_command(), run_command(),    sweep_command(),
                              collect_command(),  report_command(), compare_command(),
                              validate_command(), check_command(),  calibrate_command(),
                              list_command(),     perft_command(),  stats_command(),
                              uci_command(),      help_command()};
  return all;
}

const Command& find_command(std::string_view name) {
  const auto command = std::ranges::find(commands(), name, &Command::name);
  if (command != commands().end())
    return *command;
  std::vector<std::string_view> names;
  for (const auto& known : commands())
    names.push_back(known.name);
  throw InputError(
      fmt::format("no command '{}'{}; see eldest --help", name, suggestion(name, names)));
}

void execute(const Command& command, std::span<const std::string> words) {
  po::variables_map values;
  read_options(command.name, command.options(), words, values);
  if (values.count("help") != 0)
    std::cout << command_help(command, values["help"].as<std::string>(), Style::of(STDOUT_FILENO));
  else
    command.run(values);
}

} // namespace eldest
