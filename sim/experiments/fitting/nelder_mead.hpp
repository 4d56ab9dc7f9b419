#pragma once

#include <functional>
#include <vector>

namespace eldest {

/// A point, and the value of a function there.
struct Minimum {
  std::vector<double> point;
  double value = 0;
};

/// Looks for a minimum of a function of one or more variables by the simplex method of Nelder &
/// Mead (Computer Journal 7, 1965), from a point and those that lie `step` from it along each axis.
/// Ends after `evaluations` of the function, or soon after; or when the values at the simplex's
/// corners differ by no more than `tolerance`.
[[nodiscard]] Minimum nelder_mead(const std::function<double(const std::vector<double>&)>& function,
                                  const std::vector<double>& start, double step, int evaluations,
                                  double tolerance);

} // namespace eldest
