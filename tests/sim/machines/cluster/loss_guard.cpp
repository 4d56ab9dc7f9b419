#include "sim/machines/cluster/loss_guard.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/processes.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <tuple>

namespace eldest {
namespace {

std::string result_with(const std::string& rank) {
  return fmt::format("{{\n  \"lost_rank\": {}\n}}\n", rank);
}

/// Starts a process with a guard that knows its record. The process waits for a signal, or ends at
/// once.
pid_t start(const LossRecord& record, bool ends = false) {
  const auto ready = make_pipe();
  const pid_t process = ::fork();
  if (process == 0) {
    {
      LossGuard guard;
      guard.record(record);
      std::ignore = ::write(ready.second.get(), "r", 1);
      if (!ends)
        ::pause();
    }
    ::_exit(0);
  }
  std::string said;
  static_cast<void>(read_some(ready.first.get(), said));
  return process;
}

int status_of(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return status;
}

/// Returns true if the file soon names the rank, and its guards have left nothing beside it.
bool names(const std::string& path, const std::string& rank) {
  return test::holds_soon([&] {
    return test::read(path) == result_with(rank) && !std::filesystem::exists(path + ".lost");
  });
}

// Guards may still look at the file of a test case that is over. So each has a file of its own.

TEST_CASE("a guard records that its process was killed") {
  const test::TemporaryFile file(result_with("null"), ".killed.json");
  const auto process = start({file.path(), 0});
  REQUIRE(::kill(process, SIGKILL) == 0);
  CHECK(WTERMSIG(status_of(process)) == SIGKILL);
  CHECK(names(file.path(), "0"));
}

TEST_CASE("a lost process ends that of rank 0, which keeps the rank of the lost one") {
  const test::TemporaryFile file(result_with("null"), ".first.json");
  const auto first = start({file.path(), 0});
  const auto other = start({file.path(), 3});
  const auto last = start({file.path(), 4});
  REQUIRE(::kill(other, SIGKILL) == 0);
  CHECK(WTERMSIG(status_of(other)) == SIGKILL);
  CHECK(WTERMSIG(status_of(first)) == SIGKILL);
  CHECK(names(file.path(), "3"));
  REQUIRE(::kill(last, SIGKILL) == 0); // as MPI does then
  CHECK(WTERMSIG(status_of(last)) == SIGKILL);
  CHECK(names(file.path(), "3"));
}

TEST_CASE("a process that ends in its own way is not recorded as lost") {
  const test::TemporaryFile file(result_with("null"), ".ended.json");
  CHECK(status_of(start({file.path(), 0}, true)) == 0);
  CHECK(test::read(file.path()) == result_with("null"));
}

TEST_CASE("a complete result stays as it is") {
  const test::TemporaryFile file("{}\n", ".complete.json");
  const auto process = start({file.path(), 0});
  REQUIRE(::kill(process, SIGKILL) == 0);
  CHECK(WTERMSIG(status_of(process)) == SIGKILL);
  CHECK(test::read(file.path()) == "{}\n");
}

} // namespace
} // namespace eldest
