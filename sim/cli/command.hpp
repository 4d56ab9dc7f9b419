#pragma once

#include <span>
#include <string>
#include <string_view>

namespace eldest {

/// A command of the program: its words come without the program's name and its own.
struct Command {
  std::string_view name;
  std::string_view purpose; ///< one line
  /// Throws InputError or RunError; returns when all has been done.
  void (*run)(std::span<const std::string> words);
};

void simulate_command(std::span<const std::string> words);
void run_command(std::span<const std::string> words);
void validate_command(std::span<const std::string> words);
void calibrate_command(std::span<const std::string> words);
void stats_command(std::span<const std::string> words);
void perft_command(std::span<const std::string> words);
void list_command(std::span<const std::string> words);

} // namespace eldest
