#include "sim/experiments/fitting/minimum.hpp"

#include <nlopt.h>

#include <cassert>
#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace eldest {
namespace {

using Optimizer = std::unique_ptr<std::remove_pointer_t<nlopt_opt>, decltype(&nlopt_destroy)>;

/// Calls the function for NLopt, which is C code. Keeps an exception that the function throws,
/// because no exception may pass through C code.
struct Called {
  const Function& function;
  nlopt_opt optimizer;
  std::exception_ptr error{};

  static double call(unsigned variables, const double* point, double* /*gradient*/, void* self) {
    auto& called = *static_cast<Called*>(self);
    try {
      return called.function({point, point + variables});
    } catch (...) {
      called.error = std::current_exception();
      nlopt_force_stop(called.optimizer);
      return std::numeric_limits<double>::infinity();
    }
  }
};

Optimizer make_optimizer(nlopt_algorithm algorithm, std::size_t variables, int evaluations) {
  assert(evaluations > 0); // to NLopt, 0 means no limit
  Optimizer optimizer(nlopt_create(algorithm, static_cast<unsigned>(variables)), &nlopt_destroy);
  nlopt_set_lower_bounds1(optimizer.get(), 0);
  nlopt_set_upper_bounds1(optimizer.get(), 1);
  nlopt_set_maxeval(optimizer.get(), evaluations);
  return optimizer;
}

Minimum minimize(nlopt_opt optimizer, const Function& function, std::vector<double> start) {
  Called called{function, optimizer};
  nlopt_set_min_objective(optimizer, &Called::call, &called);
  Minimum minimum{std::move(start)};
  const auto result = nlopt_optimize(optimizer, minimum.point.data(), &minimum.value);
  if (called.error)
    std::rethrow_exception(called.error);
  if (result < 0 && result != NLOPT_ROUNDOFF_LIMITED)
    throw std::logic_error("no minimum can be looked for from there");
  return minimum;
}

} // namespace

Minimum find_global_minimum(const Function& function, std::vector<double> start, std::size_t points,
                            int evaluations, std::uint64_t seed) {
  const auto optimizer = make_optimizer(NLOPT_GN_CRS2_LM, start.size(), evaluations);
  nlopt_set_population(optimizer.get(), static_cast<unsigned>(points));
  nlopt_srand(static_cast<unsigned long>(seed));
  return minimize(optimizer.get(), function, std::move(start));
}

Minimum find_minimum(const Function& function, std::vector<double> start, double step,
                     int evaluations, double tolerance) {
  const auto optimizer = make_optimizer(NLOPT_LN_SBPLX, start.size(), evaluations);
  nlopt_set_initial_step1(optimizer.get(), step);
  nlopt_set_ftol_abs(optimizer.get(), tolerance);
  return minimize(optimizer.get(), function, std::move(start));
}

} // namespace eldest
