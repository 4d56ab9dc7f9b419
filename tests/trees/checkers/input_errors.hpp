#pragma once

#include "trees/base/errors.hpp"

#include <string>

namespace eldest::checkers::test {

/// Returns the message of the InputError that a call throws, or "no error".
template <class Call> std::string error_of(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

} // namespace eldest::checkers::test
