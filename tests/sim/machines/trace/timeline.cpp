#include "sim/machines/trace/timeline.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

#include <array>
#include <cstddef>
#include <vector>

using namespace eldest;

namespace {

constexpr ProcessorState work{Phase::searching, &TimeAccount::work};
constexpr ProcessorState communication{Phase::searching, &TimeAccount::communication};
constexpr ProcessorState idle{Phase::searching, &TimeAccount::idle};
constexpr ProcessorState helping{Phase::helping, &TimeAccount::work};

double seconds_in(const Timeline& timeline, const ProcessorState& state) {
  double seconds = 0;
  for (const auto& cell : timeline.cells())
    seconds += cell.seconds_in(state);
  return seconds;
}

/// Checks that every cell begins at the end of the one before, and has the length of all its
/// states.
void check_whole(const Timeline& timeline) {
  double end = 0;
  for (const auto& cell : timeline.cells()) {
    CHECK(cell.begin == end);
    CHECK(cell.end > cell.begin);
    end = cell.end;
    double seconds = 0;
    for (const auto& account : cell.seconds)
      seconds += account.total();
    CHECK(seconds == Approx(cell.end - cell.begin).epsilon(1e-12));
  }
}

} // namespace

TEST_CASE("a timeline of few states is exact") {
  Timeline timeline(4);
  timeline.add(1, work);
  timeline.add(2, work);
  timeline.add(2, idle);
  timeline.add(1.5, communication);
  timeline.add(2.5, communication);
  timeline.add(4, helping);
  REQUIRE(timeline.cells().size() == 3);
  CHECK(timeline.cells()[0].state == work);
  CHECK(timeline.cells()[0].end == 2);
  CHECK(timeline.cells()[1].state == communication);
  CHECK(timeline.cells()[1].end == 2.5);
  CHECK(timeline.cells()[2].state == helping);
  CHECK(timeline.end() == 4);
  CHECK(timeline.resolution() == 0);
  check_whole(timeline);
}

TEST_CASE("a timeline of many states keeps to its limit and loses no time") {
  constexpr std::size_t max_cells = 16;
  const std::array states{work, communication, idle, helping};
  SplitMix64 random(1);
  Timeline timeline(max_cells);
  std::array<double, 4> seconds{};
  for (int i = 0; i < 5000; ++i) {
    const auto which = random() % states.size();
    const double begin = timeline.end();
    timeline.add(begin + unit_interval(random()) * (i % 100 == 0 ? 20 : 0.1), states.at(which));
    seconds.at(which) += timeline.end() - begin;
    REQUIRE(timeline.cells().size() <= max_cells);
  }
  check_whole(timeline);
  CHECK(timeline.resolution() > 0);
  for (const auto& cell : timeline.cells()) {
    if (cell.mixed)
      CHECK(cell.end - cell.begin <= timeline.resolution());
  }
  for (std::size_t i = 0; i < states.size(); ++i)
    CHECK(seconds_in(timeline, states.at(i)) == Approx(seconds.at(i)).epsilon(1e-12));
}

TEST_CASE("a stretch longer than a timeline's resolution stays exact, however it was added") {
  Timeline timeline(8);
  for (int i = 0; i < 100; ++i)
    timeline.add(timeline.end() + 0.01, i % 2 == 0 ? work : communication);
  const double begin = timeline.end();
  for (int i = 0; i < 1000; ++i)
    timeline.add(timeline.end() + 0.01, idle);
  const double end = timeline.end();
  for (int i = 0; i < 100; ++i)
    timeline.add(timeline.end() + 0.01, i % 2 == 0 ? work : communication);
  std::vector<Timeline::Cell> pure;
  for (const auto& cell : timeline.cells()) {
    if (!cell.mixed && cell.state == idle)
      pure.push_back(cell);
  }
  REQUIRE(pure.size() == 1);
  CHECK(pure[0].begin == begin);
  CHECK(pure[0].end == end);
  CHECK(timeline.resolution() < end - begin);
}

TEST_CASE("a timeline forgets what comes after a time") {
  Timeline timeline(8);
  timeline.add(2, work);
  timeline.add(3, idle);
  timeline.add(5, communication);
  timeline.cut(6);
  CHECK(timeline.end() == 5);
  timeline.cut(3);
  CHECK(timeline.end() == 3);
  timeline.cut(0.5);
  CHECK(timeline.end() == 0.5);
  CHECK(seconds_in(timeline, work) == 0.5);
  CHECK(seconds_in(timeline, idle) == 0);
  timeline.add(1, idle);
  check_whole(timeline);
  timeline.cut(0);
  CHECK(timeline.cells().empty());
}

TEST_CASE("a timeline knows how much of its work is wasted") {
  constexpr ProcessorState wasted{Phase::searching, &TimeAccount::work, true};
  Timeline timeline(8);
  for (int i = 0; i < 100; ++i) {
    timeline.add(i + 0.5, work);
    timeline.add(i + 0.75, wasted);
    timeline.add(i + 1, idle);
  }
  CHECK(timeline.cells().size() <= 8);
  CHECK(seconds_in(timeline, work) == Approx(50));
  CHECK(seconds_in(timeline, wasted) == Approx(25));
  CHECK(seconds_in(timeline, idle) == Approx(25));
  timeline.scale(2);
  CHECK(timeline.end() == 200);
  CHECK(seconds_in(timeline, wasted) == Approx(50));
  check_whole(timeline);
}
