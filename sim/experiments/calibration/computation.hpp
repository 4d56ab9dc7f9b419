#pragma once

#include <cstdint>

namespace eldest {

/// Makes `steps` steps of a computation in registers, from `number` on, and returns the result. A
/// step is a multiplication and an addition, and needs the result of the step before. The caller
/// must use the final result, so that the compiler cannot leave the steps out.
[[nodiscard]] inline std::uint64_t compute(std::uint64_t number, int steps) {
  for (int step = 0; step < steps; ++step)
    number = number * 6364136223846793005U + 1442695040888963407U;
  return number;
}

} // namespace eldest
