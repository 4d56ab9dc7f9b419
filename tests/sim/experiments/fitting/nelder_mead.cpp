#include "sim/experiments/fitting/nelder_mead.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace eldest {
namespace {

/// Rosenbrock's valley, whose minimum is 0 at (1, 1).
double valley(const std::vector<double>& point) {
  const double across = point[1] - point[0] * point[0];
  const double along = 1 - point[0];
  return 100 * across * across + along * along;
}

TEST_CASE("the simplex finds the minimum of Rosenbrock's valley") {
  const auto minimum = nelder_mead(valley, {-1.2, 1}, 0.5, 400, 1e-14);
  CHECK(minimum.point[0] == Approx(1).margin(1e-4));
  CHECK(minimum.point[1] == Approx(1).margin(1e-4));
  CHECK(minimum.value == valley(minimum.point));
}

TEST_CASE("the simplex ends after so many evaluations, with the best point that it has met") {
  int evaluations = 0;
  double least = INFINITY;
  const auto counted = [&](const std::vector<double>& point) {
    ++evaluations;
    const double value = valley(point);
    least = std::min(least, value);
    return value;
  };
  const auto minimum = nelder_mead(counted, {-1.2, 1}, 0.5, 20, 0);
  CHECK(evaluations >= 20);
  CHECK(evaluations <= 24); // a step takes four at most
  CHECK(minimum.value == least);
}

TEST_CASE("the simplex ends where a function is flat") {
  int evaluations = 0;
  static_cast<void>(nelder_mead(
      [&](const std::vector<double>& /*point*/) {
        ++evaluations;
        return 1.0;
      },
      {0, 0, 0}, 1, 1000, 0));
  CHECK(evaluations == 4);
}

} // namespace
} // namespace eldest
