#include "sim/system/shell_command.hpp"

#include "sim/system/process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/processes.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

using namespace eldest;
using namespace std::chrono_literals;

namespace {

ShellOutcome run_line(const std::string& line, const std::vector<std::string>& arguments = {}) {
  const Interrupts interrupts;
  return run_in_shell(line, arguments, interrupts);
}

/// Runs a line, and sends a signal to this process once the line has written to a file.
ShellOutcome run_interrupted(const std::string& line, const test::TemporaryFile& file,
                             std::chrono::milliseconds grace = 10s) {
  const Interrupts interrupts;
  const std::jthread user([&] {
    (void)test::holds_soon([&] { return !test::read(file.path()).empty(); });
    ::kill(::getpid(), SIGTERM);
  });
  return run_in_shell(line, {}, interrupts, grace);
}

} // namespace

TEST_CASE("a command of the shell has its arguments as they are, and what it prints is kept") {
  const std::vector<std::string> arguments{"a b", "it's", "", "$HOME", "-n", "two\nlines", "*"};
  const auto outcome = run_line(R"(echo said >&2; x=1; printf '<%s>' "$x" "$@")", arguments);
  CHECK(outcome.status == 0);
  CHECK(outcome.output == "<1><a b><it's><><$HOME><-n><two\nlines><*>");
  CHECK(outcome.errors == "said\n");
}

TEST_CASE("a command of the shell has its status, and nothing to read") {
  CHECK(how_it_ended(run_line("exit 3").status) == "exit status 3");
  CHECK(how_it_ended(run_line("kill -KILL $$").status) == "signal 9 (Killed)");
  const auto unknown = run_line("no-such-program-of-eldest");
  CHECK(how_it_ended(unknown.status) == "exit status 127");
  CHECK_THAT(unknown.errors, Catch::Contains("no-such-program-of-eldest: not found"));
  CHECK(run_line("cat").output.empty());
  CHECK(run_line("cat </dev/tty").status != 0); // it cannot ask for a password
}

TEST_CASE("much output arrives whole, and of much on standard error the beginning") {
  const auto outcome = run_line("head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero");
  CHECK(outcome.output.size() == 3'000'000);
  CHECK(outcome.errors.size() == 65'536);
  CHECK_THROWS_WITH(run_line("cat /dev/zero"), "the command prints more than 64 MiB");
}

TEST_CASE("a command's end is that of its shell, whoever keeps its output open") {
  const test::TemporaryFile file("", ".pid");
  const auto outcome = run_line(fmt::format("sleep 1000 & echo $! >'{}'; echo done", file.path()));
  CHECK(outcome.output == "done\n");
  CHECK(test::holds_soon([&] { return !test::is_running_of(file.path()); }));
  CHECK(how_it_ended(run_line("exec >&- 2>&-; sleep 0.2; exit 3").status) == "exit status 3");
}

TEST_CASE("an interrupt ends a command, and what it has to say then is kept") {
  const test::TemporaryFile file("", ".pid");
  const auto outcome = run_interrupted(
      fmt::format("trap 'echo ended; exit 5' TERM; sleep 1000 & echo $! >'{}'; wait", file.path()),
      file);
  CHECK(how_it_ended(outcome.status) == "exit status 5");
  CHECK(outcome.output == "ended\n");
  CHECK(test::holds_soon([&] { return !test::is_running_of(file.path()); }));
}

TEST_CASE(
    "what a shell has started has its time to end after an interrupt, which the shell has not") {
  const test::TemporaryFile file("", ".pid");
  // The situation of a shell that waits for a launcher, which has processes to end.
  const auto outcome =
      run_interrupted(fmt::format("sh -c 'trap \"sleep 0.3; echo ended; exit\" TERM; echo $$ >{}; "
                                  "while true; do sleep 0.1; done'; true",
                                  file.path()),
                      file);
  CHECK(how_it_ended(outcome.status) == "signal 15 (Terminated)");
  CHECK(outcome.output == "ended\n");
  CHECK(test::holds_soon([&] { return !test::is_running_of(file.path()); }));
}

TEST_CASE("a command that does not heed an interrupt is killed") {
  const test::TemporaryFile file("", ".pid");
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = run_interrupted(
      fmt::format("trap '' TERM; echo $$ >'{}'; while true; do sleep 0.1; done", file.path()), file,
      300ms);
  CHECK(how_it_ended(outcome.status) == "signal 9 (Killed)");
  CHECK(std::chrono::steady_clock::now() - begin > 300ms);
  CHECK(test::holds_soon([&] { return !test::is_running_of(file.path()); }));
}

TEST_CASE("a command ends with the process that runs it") {
  const test::TemporaryFile file("", ".pid");
  const pid_t parent = ::fork();
  if (parent == 0) {
    (void)run_line(fmt::format("echo $$ >'{}'; exec sleep 1000", file.path()));
    ::_exit(0);
  }
  CHECK(test::holds_soon([&] { return test::is_running_of(file.path()); }));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  CHECK(test::holds_soon([&] { return !test::is_running_of(file.path()); }));
}
