#pragma once

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// A command of the program. Its words are those after the program's name and its own.
struct Command {
  std::string_view name;
  std::string_view purpose; ///< one line
  /// Executes the command. Throws InputError or RunError.
  void (*run)(std::span<const std::string> words);
};

void simulate_command(std::span<const std::string> words);
void sweep_command(std::span<const std::string> words);
void collect_command(std::span<const std::string> words);
void compare_command(std::span<const std::string> words);
void report_command(std::span<const std::string> words);
void run_command(std::span<const std::string> words);
void validate_command(std::span<const std::string> words);
void check_command(std::span<const std::string> words);
void calibrate_command(std::span<const std::string> words);
void stats_command(std::span<const std::string> words);
void perft_command(std::span<const std::string> words);
void list_command(std::span<const std::string> words);
void uci_command(std::span<const std::string> words);

/// All commands, in the order of the help.
[[nodiscard]] std::span<const Command> commands();

} // namespace eldest
