#include "sim/sweeps/verdicts.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <optional>
#include <vector>

using namespace eldest;

TEST_CASE("Student's t test has the p-values of its tables") {
  const Samples samples{{2}, {0}, {2}, {0}, {2}, {0}};
  CHECK(p_value_of_mean(samples) == Approx(0.07560).epsilon(1e-3)); // t = sqrt(5)
  CHECK(p_value_of_mean({{1}, {-1}}) == 1);
  CHECK(p_value_of_mean({{3}, {3}, {3}}) == 0);
  CHECK(p_value_of_mean({{3}}) == 1);
  CHECK(p_value_of_mean({{2, 0, 2, 0, 2, 0}}) == p_value_of_mean(samples)); // repeats of one
}

TEST_CASE("a ratio's p-value is the same for its inverse and in any unit") {
  const Samples one{{1}, {2}, {3}, {4}};
  const Samples other{{1.2}, {2.1}, {3.9}, {4.4}};
  const double p = p_value_of_ratio(one, other);
  CHECK(p > 0);
  CHECK(p < 0.2);
  CHECK(p_value_of_ratio(other, one) == Approx(p));
  CHECK(p_value_of_ratio({{10}, {20}, {30}, {40}}, {{12}, {21}, {39}, {44}}) == Approx(p));
  CHECK(p_value_of_ratio({{2}, {4}, {6}}, {{1}, {2}, {3}}) == Approx(0).margin(1e-12));
  CHECK(p_value_of_ratio({{2}}, {{1}}) == 1);
  CHECK(p_value_of_ratio({{2, 2.1, 1.9}}, {{1, 1.1}}) < 0.1); // repeats of a single position
}

TEST_CASE("Holm's method multiplies by the number of hypotheses that are left") {
  // The example of Holm's method in R's p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm").
  const auto adjusted = adjusted_by_holm({0.04, 0.01, 0.03, 0.02});
  const std::vector<double> right{0.06, 0.04, 0.06, 0.06};
  REQUIRE(adjusted.size() == right.size());
  for (std::size_t i = 0; i < right.size(); ++i)
    CHECK(adjusted[i] == Approx(right[i]));
  CHECK(adjusted_by_holm({0.5, 0.9}) == std::vector<double>{1, 1});
  CHECK(adjusted_by_holm({0.03}) == std::vector<double>{0.03});
  CHECK(adjusted_by_holm({}).empty());
}

TEST_CASE("a verdict needs an interval without 1, and a small p-value") {
  const MeanRatio open{1.1, Interval{0.9, 1.2}};
  const MeanRatio closed{1.1, Interval{1.05, 1.2}};
  CHECK(agreeing(0.01, open) == significance);
  CHECK(agreeing(0.2, closed) == significance);
  CHECK(agreeing(0.01, closed) == 0.01);
  CHECK_FALSE(can_be_told_apart(open, agreeing(0.01, open)));
  CHECK(can_be_told_apart(closed, agreeing(0.2, closed)));
  CHECK_FALSE(can_be_told_apart(closed, 0.06));
  CHECK_FALSE(can_be_told_apart({2, std::nullopt}, 0.01));
}
