#include "algorithms/ybn/grain.hpp"

#include <catch2/catch.hpp>

using namespace eldest;
using ybn::Grain;
using ybn::RunningMean;

TEST_CASE("a running mean is the mean of few values and follows the last of many") {
  RunningMean mean;
  CHECK_FALSE(mean.known());
  for (const double value : {1.0, 2.0, 6.0})
    mean.add(value);
  CHECK(mean.known());
  CHECK(mean.value() == Approx(3));
  for (int i = 0; i < 1000; ++i)
    mean.add(10);
  CHECK(mean.value() == Approx(10).epsilon(1e-3));
}

TEST_CASE("sons are worth giving away if they take longer than that does") {
  Grain grain(2);
  grain.add_gift(3);
  grain.add_answer(1);
  CHECK(grain.cost() == Approx(4));
  grain.add_son(0, 7.9);
  grain.add_son(1, 8.1);
  CHECK_FALSE(grain.worth_giving(0));
  CHECK_FALSE(grain.worth_giving(-1));
  CHECK(grain.worth_giving(1));
  // Unknown, and taken to be large.
  CHECK(grain.worth_giving(2));
  // As large as a son of less depth at least.
  grain.add_son(2, 0.1);
  CHECK(grain.worth_giving(2));
  grain.add_answer(9);
  CHECK_FALSE(grain.worth_giving(1));
  CHECK_FALSE(grain.worth_giving(2));
  CHECK(grain.worth_giving(3));
}

TEST_CASE("all sons are worth giving away while the price is unknown, or if asked for") {
  Grain unknown(1);
  unknown.add_son(0, 1e-9);
  CHECK(unknown.worth_giving(0));
  Grain any(0);
  any.add_son(0, 1e-9);
  any.add_gift(1);
  CHECK(any.worth_giving(0));
}
