#include "sim/machines/simulated/speed_profile.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

#include <limits>

using namespace eldest;

TEST_CASE("an even profile takes the seconds that it takes") {
  const SpeedProfile profile;
  CHECK(profile.is_constant());
  CHECK(profile.seconds_from(3, 2) == 2);
}

TEST_CASE("a slow processor takes a multiple of the time while it is slow") {
  SpeedProfile profile;
  profile.slow_down(10, 20, 4);
  CHECK_FALSE(profile.is_constant());
  CHECK(profile.seconds_from(0, 10) == 10);
  CHECK(profile.seconds_from(0, 11) == 14);
  CHECK(profile.seconds_from(10, 1) == 4);
  CHECK(profile.seconds_from(12, 2) == 8);
  CHECK(profile.seconds_from(0, 20) == 10 + 10 + 7.5);
  CHECK(profile.seconds_from(20, 5) == 5);
}

TEST_CASE("slownesses at the same time multiply") {
  SpeedProfile profile;
  profile.slow_down(10, 20, 2);
  profile.slow_down(15, std::numeric_limits<double>::infinity(), 3);
  CHECK(profile.seconds_from(10, 1) == 2);
  CHECK(profile.seconds_from(15, 0.5) == 3);
  CHECK(profile.seconds_from(30, 1) == 3);
  CHECK(profile.seconds_from(10, 2.5 + 5.0 / 6 + 1) == Approx(5 + 5 + 3));
}

TEST_CASE("what is done in pieces takes as long as it does at once") {
  SplitMix64 random(1);
  SpeedProfile profile;
  for (int i = 0; i < 8; ++i) {
    const double from = 10 * unit_interval(random());
    profile.slow_down(from, from + 3 * unit_interval(random()) + 1e-3,
                      1 + 4 * unit_interval(random()));
  }
  for (int i = 0; i < 100; ++i) {
    const double begin = 12 * unit_interval(random());
    const double seconds = 5 * unit_interval(random());
    double end = begin;
    for (int piece = 0; piece < 7; ++piece)
      end += profile.seconds_from(end, seconds / 7);
    CHECK(end == Approx(begin + profile.seconds_from(begin, seconds)).epsilon(1e-12));
    CHECK(profile.seconds_from(begin, seconds) >= seconds);
  }
}

TEST_CASE("the speed of a host follows a profile, which may repeat") {
  SpeedProfile profile;
  profile.follow({{{2, 0.5}, {4, 0}, {5, 1}}, 10});
  CHECK_FALSE(profile.is_constant());
  CHECK(profile.seconds_from(0, 1) == 1);
  CHECK(profile.seconds_from(0, 3) == 4);     // 2 s at full speed, 2 s at half
  CHECK(profile.seconds_from(0, 3.5) == 5.5); // 1 s without any
  CHECK(profile.seconds_from(4.5, 0) == 0);
  CHECK(profile.seconds_from(4.5, 1) == 1.5);
  CHECK(profile.seconds_from(11, 3) == 5); // as 1 s after the start, but with a stop of 1 s
  CHECK(profile.seconds_from(0, 8 * 1000) == 10 * 1000);
  profile.slow_down(0, 2, 4);
  CHECK(profile.seconds_from(0, 1) == 3); // half a unit until 2 s, and half a unit after it
}
