#pragma once

#include <functional>
#include <vector>

namespace eldest {

/// A point, and the value of a function there.
struct Minimum {
  std::vector<double> point;
  double value = 0;
};

/// Looks for a minimum of a function of one or more variables, each from 0 to 1, by Rowan's Subplex
/// (thesis, University of Texas at Austin, 1990) as NLopt has it within limits: the simplex method
/// of Nelder & Mead, on a few of the variables at a time. Begins with a point within the limits and
/// those that lie `step` from it along each axis. Ends after `evaluations` of the function, one or
/// more, or when the values at the corners of the last simplexes differ by less than `tolerance`.
/// Leaves nothing to chance. Throws what the function throws.
[[nodiscard]] Minimum
find_minimum(const std::function<double(const std::vector<double>&)>& function,
             std::vector<double> start, double step, int evaluations, double tolerance);

} // namespace eldest
