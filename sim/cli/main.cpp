#include "sim/cli/command.hpp"
#include "sim/cli/version.hpp"
#include "trees/errors.hpp"
#include "trees/one_line.hpp"
#include "trees/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace eldest;

void print_usage() {
  std::cout << fmt::format("eldest {}: parallel game-tree search, simulated and real\n\n", version);
  for (const auto& command : commands())
    std::cout << fmt::format("  eldest {:<10} {}\n", command.name, command.purpose);
  std::cout << "\nEvery command takes -h or --help; -V or --version is for the program.\n";
}

void run(const std::vector<std::string>& words) {
  if (words.empty())
    throw InputError("no command; see eldest --help");
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help")
    return print_usage();
  if (words[0] == "--version" || words[0] == "-V") {
    std::cout << fmt::format("eldest {}\n", version);
    return;
  }
  const auto command = std::ranges::find(commands(), std::string_view(words[0]), &Command::name);
  if (command == commands().end()) {
    std::vector<std::string_view> names;
    for (const auto& known : commands())
      names.push_back(known.name);
    throw InputError(
        fmt::format("no command '{}'{}; see eldest --help", words[0], suggestion(words[0], names)));
  }
  command->run(std::span(words).subspan(1));
}

/// Checks that the output has been written: on a full disk the program fails, rather than lose
/// results silently.
void check_output() {
  if (!std::cout.flush())
    throw RunError("standard output cannot be written");
}

/// The option that sets the subject of an error.
std::string_view option_for(Subject subject) {
  switch (subject) {
  case Subject::algorithm:
    return "--algorithm";
  case Subject::failures:
    return "--failures";
  case Subject::hosts:
    return "--hosts";
  case Subject::model:
    return "--model";
  case Subject::output:
    return "--out";
  case Subject::platform:
    return "--platform";
  case Subject::position:
    return "--position";
  case Subject::processors:
    return "--processors";
  case Subject::trace:
    return "--trace";
  case Subject::tree:
    return "--tree";
  }
  return "";
}

/// Returns an error's line, with the option in the place of its subject.
std::string line_of(const Error& error) {
  const auto subject = error.subject();
  return subject ? fmt::format("{} {}", option_for(*subject), error.message()) : error.what();
}

int fail(int status, std::string_view message) {
  std::fputs(fmt::format("eldest: {}\n", on_one_line(message)).c_str(), stderr);
  return status;
}

} // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file over a limit is one that cannot be written
  try {
    run({argv + 1, argv + argc});
    check_output();
    return 0;
  } catch (const InputError& error) {
    return fail(2, line_of(error));
  } catch (const Error& error) {
    return fail(1, line_of(error));
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}
