#pragma once

#include "tests/support/catch.hpp"

#include <cstdlib>

namespace eldest::test {

/// Returns true if the command `script`, from which tests get terminals, gets a terminal itself. It
/// needs /dev/pts. Otherwise, prints a warning, by which ctest counts the test as skipped.
[[nodiscard]] inline bool has_terminal() {
  const bool has = std::system("script -qec true /dev/null </dev/null >/dev/null 2>&1") ==
                   0; // NOLINT: as a user
  if (!has)
    WARN("skipped here: script gets no pseudo-terminal; is /dev/pts mounted?");
  return has;
}

} // namespace eldest::test
