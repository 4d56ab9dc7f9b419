#include "sim/experiments/iteration_marks.hpp"

#include <fmt/format.h>

namespace eldest {

std::vector<TraceMark> iteration_marks(const std::vector<Iteration>& iterations) {
  std::vector<TraceMark> marks;
  for (const auto& iteration : iterations)
    marks.push_back(
        {iteration.time, fmt::format("depth {}: value {}", iteration.depth, iteration.value)});
  return marks;
}

} // namespace eldest
