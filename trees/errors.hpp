#pragma once

#include <stdexcept>

namespace eldest {

/// Bad input from outside: an option, a position, a file. The message is one line that says where,
/// what is wrong and what would be right; the program ends with exit status 2.
class InputError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A run that could not be completed (deadlock, crash, full disk): exit status 1.
class RunError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace eldest
