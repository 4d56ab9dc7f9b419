#pragma once

#include "tests/support/files.hpp"
#include "tests/support/platforms.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace eldest::test {

/// Output and exit status of a program.
struct Output {
  int status = 0;
  std::string out;
  std::string err;
};

/// Runs eldest in a folder. `words`: arguments, as a shell reads them. `redirect`: file for
/// standard output, which `out` then lacks; empty: none.
[[nodiscard]] inline Output run_in(const std::string& folder, const std::string& words,
                                   const std::string& redirect = "") {
  const TemporaryFile out("", ".out");
  const TemporaryFile err("", ".err");
  const auto command = fmt::format("cd '{}' && '{}' {} >{} 2>{}", folder, ELDEST_PROGRAM, words,
                                   redirect.empty() ? out.path() : redirect, err.path());
  const int status = std::system(command.c_str()); // NOLINT: a shell is what a user has
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out.path()), read(err.path())};
}

/// Runs eldest in the project's folder; see run_in.
[[nodiscard]] inline Output run(const std::string& words, const std::string& redirect = "") {
  return run_in(ELDEST_SOURCE_DIR, words, redirect);
}

} // namespace eldest::test
