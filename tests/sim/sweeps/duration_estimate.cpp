#include "sim/sweeps/duration_estimate.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/points.hpp"

using namespace eldest;

namespace {

/// A DurationEstimate of points whose settings are given as changes to common settings.
class Durations {
public:
  void learn(const Json& changes, double seconds) {
    estimate_.learn(estimate_.likeness(settings(changes)), seconds);
  }
  [[nodiscard]] std::optional<double> seconds(const Json& changes = Json::object()) {
    return estimate_.seconds(estimate_.likeness(settings(changes)));
  }

private:
  static Json settings(const Json& changes) {
    auto settings = test::make_settings(1);
    settings.update(changes);
    return settings;
  }

  DurationEstimate estimate_;
};

} // namespace

TEST_CASE("a duration is estimated by the most alike of the known points") {
  Durations durations;
  CHECK_FALSE(durations.seconds());
  durations.learn({{"algorithm", "abdada"}}, 8);
  CHECK(durations.seconds() == 8); // same tree and depth
  durations.learn({{"options", {{"jitter", 0}}}}, 7);
  CHECK(durations.seconds() == 7); // and algorithm, machine, processors
  durations.learn({{"position", "p"}}, 6);
  CHECK(durations.seconds() == 6); // and options
  durations.learn({{"seed", 2}}, 5);
  durations.learn({{"seed", 3}}, 4);
  CHECK(durations.seconds() == 4.5); // and position
  CHECK_FALSE(durations.seconds({{"tree", "othello"}}));
}

TEST_CASE("a duration at another depth is estimated from the nearest") {
  Durations durations;
  durations.learn({{"depth", 3}}, 1);
  durations.learn({{"depth", 7}}, 100);
  CHECK(durations.seconds({{"depth", 4}}) == 4);
  CHECK(durations.seconds({{"depth", 8}}) == 400);
  CHECK(durations.seconds({{"depth", 6}}) == 25);
}
