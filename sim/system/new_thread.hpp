#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace eldest {

/// A thread that calls a function. Throws std::system_error, with a line that says what the thread
/// was to be for, if the system has none left.
template <class Function>
[[nodiscard]] std::jthread new_thread(const std::string& purpose, Function&& function) {
  try {
    return std::jthread(std::forward<Function>(function));
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), "cannot make " + purpose);
  }
}

} // namespace eldest
