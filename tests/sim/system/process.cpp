#include "sim/system/process.hpp"

#include "tests/support/catch.hpp"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

using namespace eldest;

TEST_CASE("the state of a process is known while it lives, and afterwards nothing") {
  const pid_t process = ::fork();
  if (process == 0) {
    ::raise(SIGSTOP);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(process, &status, WUNTRACED);
  const auto parent = std::to_string(::getpid());
  CHECK_THAT(state_of(process), Catch::StartsWith("T " + parent + " "));
  REQUIRE(::kill(process, SIGKILL) == 0);
  static_cast<void>(wait_for_end(process));
  CHECK(state_of(process).empty());
}

TEST_CASE("the state of a process that is just being killed can be asked for") {
  for (int i = 0; i < 200; ++i) {
    const pid_t process = ::fork();
    if (process == 0) {
      ::pause();
      ::_exit(0);
    }
    REQUIRE(::kill(process, SIGKILL) == 0);
    static_cast<void>(state_of(process));
    static_cast<void>(wait_for_end(process));
  }
}
