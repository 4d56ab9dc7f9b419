#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace eldest {

/// Starts a thread that calls `function`. If the system has no thread left, throws
/// std::system_error with the line "cannot make `purpose`".
template <class Function>
[[nodiscard]] std::jthread new_thread(const std::string& purpose, Function&& function) {
  try {
    return std::jthread(std::forward<Function>(function));
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), "cannot make " + purpose);
  }
}

} // namespace eldest
