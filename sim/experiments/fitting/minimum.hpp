#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace eldest {

/// A point, and the value of a function there.
struct Minimum {
  std::vector<double> point;
  double value = 0;
};

/// A function of one or more variables, each in [0, 1].
using Function = std::function<double(const std::vector<double>&)>;

/// Searches for the least value of a function by Controlled Random Search with local mutation
/// (Kaelo and Ali, J. Optim. Theory Appl. 130, 2006), as NLopt implements it. Begins with `points`
/// points, more than there are variables: `start`, and random ones. Fewer points come near a
/// minimum in fewer evaluations, and more points miss the least one less often. Ends after
/// `evaluations`, 1 or more. Equal seeds give equal results.
[[nodiscard]] Minimum find_global_minimum(const Function& function, std::vector<double> start,
                                          std::size_t points, int evaluations, std::uint64_t seed);

/// Searches for a minimum of a function of one or more variables, each in [0, 1]. The method is
/// Rowan's Subplex (thesis, University of Texas at Austin, 1990), as NLopt implements it within
/// limits. Subplex applies the simplex method of Nelder & Mead to a few of the variables at a time.
///
/// Begins with the point `start`, which must be within the limits, and the points at distance
/// `step` from it along each axis. Ends after `evaluations` of the function, 1 or more. Ends
/// earlier if the values at the corners of the last simplexes differ by less than `tolerance`.
/// Deterministic. Throws what the function throws.
[[nodiscard]] Minimum find_minimum(const Function& function, std::vector<double> start, double step,
                                   int evaluations, double tolerance);

} // namespace eldest
