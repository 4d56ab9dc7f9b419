#include "sim/sweeps/duration_estimate.hpp"

#include "tests/support/points.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

namespace {

Likeness point(const Json& changes = Json::object()) {
  auto settings = test::make_settings(1);
  settings.update(changes);
  return Likeness(settings);
}

} // namespace

TEST_CASE("a duration is estimated by the most alike of the known points") {
  DurationEstimate durations;
  CHECK_FALSE(durations.seconds(point()));
  durations.learn(point({{"algorithm", "abdada"}}), 8);
  CHECK(durations.seconds(point()) == 8); // same tree and depth
  durations.learn(point({{"options", {{"jitter", 0}}}}), 7);
  CHECK(durations.seconds(point()) == 7); // and algorithm, machine, processors
  durations.learn(point({{"position", "p"}}), 6);
  CHECK(durations.seconds(point()) == 6); // and options
  durations.learn(point({{"seed", 2}}), 5);
  durations.learn(point({{"seed", 3}}), 4);
  CHECK(durations.seconds(point()) == 4.5); // and position
  CHECK_FALSE(durations.seconds(point({{"tree", "othello"}})));
}

TEST_CASE("a duration at another depth is estimated from the nearest") {
  DurationEstimate durations;
  durations.learn(point({{"depth", 3}}), 1);
  durations.learn(point({{"depth", 7}}), 100);
  CHECK(durations.seconds(point({{"depth", 4}})) == 4);
  CHECK(durations.seconds(point({{"depth", 8}})) == 400);
  CHECK(durations.seconds(point({{"depth", 6}})) == 25);
}
