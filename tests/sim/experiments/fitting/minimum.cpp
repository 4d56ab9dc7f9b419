#include "sim/experiments/fitting/minimum.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace eldest {
namespace {

/// Returns the value of Rosenbrock's valley, whose minimum is 0 at (0.5, 0.5).
double valley(const std::vector<double>& point) {
  const double x = 2 * point[0];
  const double y = 2 * point[1];
  return 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
}

TEST_CASE("the minimum of Rosenbrock's valley is found") {
  const auto minimum = find_minimum(valley, {0.1, 0.9}, 0.25, 400, 1e-14);
  CHECK(minimum.point[0] == Approx(0.5).margin(1e-4));
  CHECK(minimum.point[1] == Approx(0.5).margin(1e-4));
  CHECK(minimum.value == valley(minimum.point));
}

TEST_CASE("no point outside of the limits is tried on the way to a minimum") {
  const auto inside = [](const std::vector<double>& point) {
    CHECK(std::ranges::all_of(point, [](double one) { return one >= 0 && one <= 1; }));
    return point[0] - point[1];
  };
  const auto minimum = find_minimum(inside, {0.5, 0.9}, 0.4, 200, 1e-12);
  CHECK(minimum.point[0] == Approx(0).margin(1e-6));
  CHECK(minimum.point[1] == Approx(1).margin(1e-6));
}

TEST_CASE(
    "the search for a minimum ends after so many evaluations, with the best that it has met") {
  int evaluations = 0;
  double least = std::numeric_limits<double>::infinity();
  const auto counted = [&](const std::vector<double>& point) {
    ++evaluations;
    const double value = valley(point);
    least = std::min(least, value);
    return value;
  };
  const auto minimum = find_minimum(counted, {0.1, 0.9}, 0.25, 20, 0);
  CHECK(evaluations == 20);
  CHECK(minimum.value == least);
}

/// Returns the value of Rastrigin's function, which has a minimum at each of 49 points. The least
/// is 0, at (0.6, 0.6).
double hills(const std::vector<double>& point) {
  double sum = 20;
  for (const double one : point) {
    const double x = 7 * (one - 0.6);
    sum += x * x - 10 * std::cos(2 * std::numbers::pi * x);
  }
  return sum;
}

TEST_CASE("the least of many minima is found, the same one for the same seed") {
  const auto minimum = find_global_minimum(hills, {0.1, 0.9}, 30, 1000, 1);
  CHECK(minimum.point[0] == Approx(0.6).margin(0.01));
  CHECK(minimum.point[1] == Approx(0.6).margin(0.01));
  CHECK(find_minimum(hills, {0.1, 0.9}, 0.05, 1000, 0).value > 1);
  CHECK(find_global_minimum(hills, {0.1, 0.9}, 30, 50, 1).point ==
        find_global_minimum(hills, {0.1, 0.9}, 30, 50, 1).point);
  CHECK(find_global_minimum(hills, {0.1, 0.9}, 30, 50, 1).point !=
        find_global_minimum(hills, {0.1, 0.9}, 30, 50, 2).point);
}

TEST_CASE("what a function throws ends the search for its minimum") {
  const auto failing = [](const std::vector<double>& /*point*/) -> double {
    throw std::runtime_error("no value");
  };
  CHECK_THROWS_WITH(find_minimum(failing, {0.5}, 0.1, 100, 0), "no value");
}

} // namespace
} // namespace eldest
