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
  const std::function<double(const std::vector<double>&)>& function;
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

} // namespace

Minimum find_minimum(const std::function<double(const std::vector<double>&)>& function,
                     std::vector<double> start, double step, int evaluations, double tolerance) {
  assert(evaluations > 0); // to NLopt, 0 means no limit
  const Optimizer optimizer(nlopt_create(NLOPT_LN_SBPLX, static_cast<unsigned>(start.size())),
                            &nlopt_destroy);
  Called called{function, optimizer.get()};
  nlopt_set_min_objective(optimizer.get(), &Called::call, &called);
  nlopt_set_lower_bounds1(optimizer.get(), 0);
  nlopt_set_upper_bounds1(optimizer.get(), 1);
  nlopt_set_initial_step1(optimizer.get(), step);
  nlopt_set_maxeval(optimizer.get(), evaluations);
  nlopt_set_ftol_abs(optimizer.get(), tolerance);
  Minimum minimum{std::move(start)};
  const auto result = nlopt_optimize(optimizer.get(), minimum.point.data(), &minimum.value);
  if (called.error)
    std::rethrow_exception(called.error);
  if (result < 0 && result != NLOPT_ROUNDOFF_LIMITED)
    throw std::logic_error("no minimum can be looked for from there");
  return minimum;
}

} // namespace eldest
