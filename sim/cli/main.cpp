#include "sim/cli/command.hpp"
#include "sim/cli/style.hpp"
#include "sim/cli/version.hpp"
#include "trees/errors.hpp"
#include "trees/one_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace eldest;

void run(const std::vector<std::string>& words) {
  if (words.empty())
    throw InputError("no command; see eldest --help");
  const auto rest = std::span(words).subspan(1);
  if (words[0] == "--help" || words[0] == "-h")
    return execute(find_command("help"), rest);
  if (words[0] == "--version" || words[0] == "-V") {
    std::cout << fmt::format("eldest {}\n", version);
    return;
  }
  execute(find_command(words[0]), rest);
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
  const auto name = Style::of(STDERR_FILENO).error("eldest:");
  std::fputs(fmt::format("{} {}\n", name, on_one_line(message)).c_str(), stderr);
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
