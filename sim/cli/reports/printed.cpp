#include "sim/cli/reports/printed.hpp"

#include "trees/base/errors.hpp"

#include <iostream>

namespace eldest {

void write_printed() {
  if (!std::cout.flush())
    throw RunError("standard output cannot be written");
}

} // namespace eldest
