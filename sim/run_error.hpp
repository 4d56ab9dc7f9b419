#pragma once

#include <stdexcept>

namespace eldest {

/// A run that could not be completed (deadlock, crash, full disk): exit status 1.
class RunError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace eldest
