#pragma once

#include <functional>
#include <vector>

namespace eldest {

/// A point, and the value of a function there.
struct Minimum {
  std::vector<double> point;
  double value = 0;
};

/// Looks for a minimum of a function of one or more variables, each from 0 to 1, by the simplex
/// method of Nelder & Mead (Computer Journal 7, 1965) with limits as NLopt keeps them, from a point
/// and those that lie `step` from it along each axis. Ends after `evaluations` of the function, or
/// when the values at the simplex's corners differ by no more than `tolerance`. Throws what the
/// function throws.
[[nodiscard]] Minimum
find_minimum(const std::function<double(const std::vector<double>&)>& function,
             std::vector<double> start, double step, int evaluations, double tolerance);

} // namespace eldest
