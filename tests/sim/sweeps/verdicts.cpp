#include "sim/sweeps/verdicts.hpp"

#include "tests/support/catch.hpp"

#include <cstddef>
#include <vector>

using namespace eldest;

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

TEST_CASE("figures can be told apart by a p-value of at most 5 %") {
  CHECK(can_be_told_apart(0.05));
  CHECK_FALSE(can_be_told_apart(0.0501));
}
