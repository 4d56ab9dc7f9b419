#pragma once

#include "trees/base/errors.hpp"

#include <string>

namespace eldest::checkers::test {

/// The message of the InputError that a call throws; "no error" if it throws none.
template <class Call> std::string error_of(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

} // namespace eldest::checkers::test
