#pragma once

#include "tests/support/files.hpp"

#include <chrono>
#include <string>
#include <thread>

namespace eldest::test {

/// Whether a condition holds within some seconds.
template <class Condition> [[nodiscard]] bool holds_soon(const Condition& condition) {
  for (int tries = 0; tries < 100 && !condition(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return condition();
}

/// Whether a process, by its number as text, is there, and has not ended without anybody having
/// asked how.
[[nodiscard]] inline bool is_running(const std::string& process) {
  if (process.empty())
    return false;
  const auto stat = read("/proc/" + process + "/stat");
  return !stat.empty() && stat.find(") Z") == std::string::npos;
}

/// The same of the process whose number is all that a file has.
[[nodiscard]] inline bool is_running_of(const std::string& file) {
  const auto text = read(file);
  return is_running(text.substr(0, text.find('\n')));
}

} // namespace eldest::test
