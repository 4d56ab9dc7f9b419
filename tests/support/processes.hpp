#pragma once

#include "tests/support/files.hpp"

#include <chrono>
#include <string>
#include <thread>

namespace eldest::test {

/// Returns true if a condition holds within 5 seconds.
template <class Condition> [[nodiscard]] bool holds_soon(const Condition& condition) {
  for (int tries = 0; tries < 100 && !condition(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return condition();
}

/// Returns true if a process runs, and is not a zombie. `process` is its number as text.
[[nodiscard]] inline bool is_running(const std::string& process) {
  if (process.empty())
    return false;
  const auto stat = read("/proc/" + process + "/stat");
  return !stat.empty() && stat.find(") Z") == std::string::npos;
}

/// Returns true if a process is running. The first line of `file` is the number of the process.
[[nodiscard]] inline bool is_running_of(const std::string& file) {
  const auto text = read(file);
  return is_running(text.substr(0, text.find('\n')));
}

} // namespace eldest::test
