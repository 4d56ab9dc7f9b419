#include "sim/sweeps/sweep.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace eldest;
using Access = SweepStore::Access;

namespace {

SearchResult result_of_value(Score value) {
  SearchResult result;
  result.value = value;
  return result;
}

/// Returns `count` points, each of which has its index as its result. A point writes its index to
/// the file `log` when it has been run to its end.
std::vector<PlannedPoint> planned(int count, const std::string& log = "/dev/null") {
  std::vector<PlannedPoint> all;
  const auto points = test::make_points(count);
  for (int i = 0; i < count; ++i) {
    all.push_back({points[static_cast<std::size_t>(i)],
                   [=](SearchProgress* /*progress*/, const LesserDepths& /*lesser*/) {
                     std::ofstream(log, std::ios::app) << i << std::endl; // a single write
                     return result_of_value(i);
                   },
                   [](const SearchResult& result) -> Json {
                     return {{"value", result.value}};
                   }});
  }
  return all;
}

/// Returns points of one family, with depths from 1 to `count`, whose results are their depths. A
/// point writes its depth to the file `log` when it is run. It hands over the results of the lesser
/// depths, except of `missing`, which must be run on its own.
std::vector<PlannedPoint> family(int count, const std::string& log, int missing = 0) {
  auto all = planned(count);
  for (int depth = 1; depth <= count; ++depth) {
    auto& [point, search, report, name] = all[static_cast<std::size_t>(depth - 1)];
    point.settings["depth"] = depth;
    point.key = point_key(point.settings);
    name = "all";
    search = [=](SearchProgress* /*progress*/, const LesserDepths& lesser) {
      std::ofstream(log, std::ios::app) << depth << std::endl;
      for (const int less : lesser.depths)
        lesser.take(less, less == missing ? std::nullopt : std::optional(result_of_value(less)));
      return result_of_value(depth);
    };
  }
  return all;
}

SweepProgress run(const std::string& path, const std::vector<PlannedPoint>& points,
                  const SweepSettings& settings = {}) {
  SweepStore store(path, Access::create);
  const Interrupts interrupts;
  return run_sweep(store, points, settings, interrupts, nullptr, [](const SweepProgress&) {});
}

/// Calls a function in a separate process.
template <class Function> pid_t in_process(const Function& function) {
  const pid_t process = ::fork();
  if (process == 0) {
    function();
    ::_exit(0);
  }
  return process;
}

/// Runs a sweep in a separate process.
pid_t run_in_process(const std::string& path, const std::vector<PlannedPoint>& points) {
  return in_process([&] { (void)run(path, points, {.jobs = 2}); });
}

/// A pipe between processes, for one byte at a time.
class Pipe {
public:
  Pipe() { REQUIRE(::pipe(ends_.data()) == 0); }
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void write_byte() { REQUIRE(::write(ends_[1], "x", 1) == 1); }
  void read_byte() {
    char byte = 0;
    REQUIRE(::read(ends_[0], &byte, 1) == 1);
  }

private:
  std::array<int, 2> ends_{};
};

void check_results(const std::string& path, int count) {
  const auto stored = SweepStore(path, Access::read).points();
  REQUIRE(stored.size() == static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    REQUIRE(stored[static_cast<std::size_t>(i)].outcome);
    REQUIRE(stored[static_cast<std::size_t>(i)].outcome->result == Json{{"value", i}});
  }
}

std::map<int, int> times_run(const std::string& log) {
  std::ifstream file(log);
  std::map<int, int> times;
  for (auto it = std::istream_iterator<int>(file); it != std::istream_iterator<int>(); ++it)
    ++times[*it];
  return times;
}

} // namespace

TEST_CASE("a sweep runs every point once, and none again") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  const auto points = planned(20, log.path());
  const auto first = run(file.path(), points, {.jobs = 3});
  CHECK(first.points == 20);
  CHECK(first.ended == 20);
  CHECK(first.run == 20);
  CHECK(first.failed == 0);
  const auto second = run(file.path(), points);
  CHECK(second.ended == 20);
  CHECK(second.run == 0);
  check_results(file.path(), 20);
  for (const auto& [point, times] : times_run(log.path()))
    CHECK(times == 1);
}

TEST_CASE("a sweep that is killed at any moment goes on where it was") {
  const test::TemporaryFile file("", ".db");
  const auto points = planned(60);
  SplitMix64 random(1);
  int killed = 0;
  for (int attempt = 0; attempt < 40; ++attempt) {
    const pid_t process = run_in_process(file.path(), points);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 30'000));
    ::kill(process, SIGKILL);
    int status = 0;
    ::waitpid(process, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
  }
  CHECK(killed > 0);
  const auto rest = run(file.path(), points, {.jobs = 2});
  CHECK(rest.ended == 60);
  check_results(file.path(), 60);
}

TEST_CASE("two sweeps on one store share the points") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  const auto points = planned(40, log.path());
  const pid_t one = run_in_process(file.path(), points);
  const pid_t other = run_in_process(file.path(), points);
  for (const pid_t process : {one, other}) {
    int status = 0;
    ::waitpid(process, &status, 0);
    CHECK(status == 0);
  }
  check_results(file.path(), 40);
  const auto times = times_run(log.path());
  CHECK(times.size() == 40);
  for (const auto& [point, count] : times)
    CHECK(count == 1);
}

TEST_CASE("a point that fails in any way is a row with the reason, and the others go on") {
  const test::TemporaryFile file("", ".db");
  auto points = planned(6);
  points[1].search = [](SearchProgress*, const LesserDepths&) -> SearchResult {
    throw RunError("no move left");
  };
  points[2].search = [](SearchProgress*, const LesserDepths&) -> SearchResult {
    std::raise(SIGKILL);
    return {};
  };
  points[3].search = [](SearchProgress*, const LesserDepths&) -> SearchResult {
    throw std::bad_alloc();
  };
  points[4].search = [](SearchProgress*, const LesserDepths&) -> SearchResult {
    std::this_thread::sleep_for(std::chrono::minutes(10));
    return {};
  };
  const auto progress = run(file.path(), points, {.jobs = 2, .limit = 1});
  CHECK(progress.ended == 6);
  CHECK(progress.failed == 4);
  const auto stored = SweepStore(file.path(), Access::read).points();
  CHECK(stored[0].outcome->result);
  CHECK(stored[1].outcome->failure == "no move left");
  CHECK_THAT(stored[2].outcome->failure, Catch::Contains("signal 9"));
  CHECK(stored[3].outcome->failure == "out of memory");
  CHECK_THAT(stored[4].outcome->failure, Catch::Contains("took longer than 1 s"));
  CHECK(stored[5].outcome->result);

  SECTION("and is not run again") { CHECK(run(file.path(), planned(6), {.limit = 1}).run == 0); }
  SECTION("unless that is asked for") {
    CHECK(run(file.path(), planned(6), {.retry_failed = true}).run == 4);
    check_results(file.path(), 6);
  }
}

TEST_CASE("two sweeps that retry what has failed do so once, though it fails again") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  auto points = planned(30, log.path());
  for (auto& point : points) {
    point.search = [search = point.search](SearchProgress* progress,
                                           const LesserDepths& lesser) -> SearchResult {
      (void)search(progress, lesser);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      throw RunError("no move left");
    };
  }
  (void)run(file.path(), points, {.jobs = 2});
  std::filesystem::resize_file(log.path(), 0);
  const auto path = file.path();
  // Both processes have read the store before either runs a point.
  Pipe ready;
  Pipe go;
  const auto sweep = [&] {
    SweepStore store(path, Access::create);
    const Interrupts interrupts;
    bool has_begun = false;
    (void)run_sweep(store, points, {.jobs = 2, .retry_failed = true}, interrupts, nullptr,
                    [&](const SweepProgress&) {
                      if (std::exchange(has_begun, true))
                        return;
                      ready.write_byte();
                      go.read_byte();
                    });
  };
  const std::array processes{in_process(sweep), in_process(sweep)};
  for (int i = 0; i < 2; ++i)
    ready.read_byte();
  for (int i = 0; i < 2; ++i)
    go.write_byte();
  for (const pid_t process : processes) {
    int status = 0;
    ::waitpid(process, &status, 0);
    CHECK(status == 0);
  }
  const auto times = times_run(log.path());
  CHECK(times.size() == 30);
  for (const auto& [point, count] : times)
    CHECK(count == 1);
}

TEST_CASE("a point that took too long is run again by a sweep with a greater limit") {
  const test::TemporaryFile file("", ".db");
  auto points = planned(2);
  points[0].search = [search = points[0].search](SearchProgress* progress,
                                                 const LesserDepths& lesser) {
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    return search(progress, lesser);
  };
  CHECK(run(file.path(), points, {.jobs = 2, .limit = 0.1}).failed == 1);
  CHECK(run(file.path(), points, {.limit = 0.05}).run == 0);
  CHECK(run(file.path(), points, {.limit = 0.1}).run == 0);
  SECTION("a greater one") { CHECK(run(file.path(), points, {.limit = 60}).run == 1); }
  SECTION("or none") { CHECK(run(file.path(), points).run == 1); }
  check_results(file.path(), 2);
}

TEST_CASE("an interrupt ends a sweep and what it runs") {
  const test::TemporaryFile file("", ".db");
  auto points = planned(3);
  points[0].search = [](SearchProgress*, const LesserDepths&) -> SearchResult {
    ::kill(::getppid(), SIGTERM);
    std::this_thread::sleep_for(std::chrono::minutes(10));
    return {};
  };
  points[0].point.settings["depth"] = 4; // the longest comes first
  SweepStore store(file.path(), Access::create);
  const Interrupts interrupts;
  const auto progress =
      run_sweep(store, points, {.jobs = 1}, interrupts, nullptr, [](const SweepProgress&) {});
  CHECK(interrupts.come());
  CHECK(progress.ended == 0);
  CHECK(store.claim(points[0].point.key) == PointState::free);
}

TEST_CASE("the longest point comes first, as far as one can know") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  auto points = planned(4, log.path());
  for (int i = 0; i < 4; ++i) {
    auto& point = points[static_cast<std::size_t>(i)].point;
    point.settings["depth"] = std::vector{3, 6, 4, 5}[static_cast<std::size_t>(i)];
    point.key = point_key(point.settings);
  }
  (void)run(file.path(), points);
  std::ifstream order(log.path());
  CHECK(std::vector<int>(std::istream_iterator<int>(order), {}) == std::vector{1, 3, 2, 0});
}

TEST_CASE("points whose rows are damaged are run again") {
  const test::TemporaryFile file("", ".db");
  const auto points = planned(4);
  CHECK(run(file.path(), points).run == 4);
  SQLite::Database(file.path(), SQLite::OPEN_READWRITE)
      .exec("UPDATE outcomes SET result = '[' WHERE key = (SELECT key FROM points WHERE rowid = 2);"
            "UPDATE points SET settings = 'none' WHERE rowid = 3");
  const auto progress = run(file.path(), points);
  CHECK(progress.damaged.size() == 2);
  CHECK(progress.run == 2);
  CHECK(progress.ended == 4);
  const auto again = run(file.path(), points);
  CHECK(again.run == 0);
  CHECK(again.damaged.empty());
}

TEST_CASE("a store that is cut while a sweep runs ends the sweep") {
  const test::TemporaryFile file("", ".db");
  auto points = planned(6);
  points[3].search = [&](SearchProgress*, const LesserDepths&) {
    std::filesystem::resize_file(file.path(), 4096);
    return result_of_value(3);
  };
  CHECK_THROWS_WITH(run(file.path(), points), Catch::Contains("cut while it was used"));
}

TEST_CASE("the points of a family are run by the deepest") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  const auto points = family(5, log.path());
  const auto progress = run(file.path(), points, {.jobs = 2});
  CHECK(progress.run == 5);
  CHECK(times_run(log.path()) == std::map<int, int>{{5, 1}});
  const auto stored = SweepStore(file.path(), Access::read).points();
  for (int depth = 1; depth <= 5; ++depth)
    CHECK(stored[static_cast<std::size_t>(depth - 1)].outcome->result == Json{{"value", depth}});
  CHECK(run(file.path(), points).run == 0);
}

TEST_CASE("of a family, only the points without an outcome are run") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  const auto points = family(5, log.path());
  CHECK(run(file.path(), {points[1], points[4]}).run == 2);
  CHECK(run(file.path(), points).run == 3);
  CHECK(times_run(log.path()) == std::map<int, int>{{4, 1}, {5, 1}});
}

TEST_CASE("a point that the deepest of its family has no result of is run on its own") {
  const test::TemporaryFile file("", ".db");
  const test::TemporaryFile log("", ".log");
  const auto progress = run(file.path(), family(4, log.path(), 2));
  CHECK(progress.run == 4);
  CHECK(progress.failed == 0);
  CHECK(times_run(log.path()) == std::map<int, int>{{2, 1}, {4, 1}});
}

TEST_CASE(
    "if the deepest point of a family fails, the lesser depths that it has ended have results") {
  const test::TemporaryFile file("", ".db");
  auto points = family(4, "/dev/null");
  const auto [failure, end] = GENERATE(table<std::string, void (*)()>(
      {{"no move left", [] { throw RunError("no move left"); }},
       {"signal 9", [] { std::raise(SIGKILL); }},
       {"longer than 0.3 s", [] { std::this_thread::sleep_for(std::chrono::minutes(10)); }}}));
  points[3].search = [end = end](SearchProgress*, const LesserDepths& lesser) -> SearchResult {
    lesser.take(1, result_of_value(1));
    lesser.take(2, result_of_value(2));
    end();
    return {};
  };
  const auto progress = run(file.path(), points, {.limit = 0.3});
  CHECK(progress.ended == 4);
  CHECK(progress.failed == 2);
  const auto stored = SweepStore(file.path(), Access::read).points();
  for (const std::size_t i : {0U, 1U})
    CHECK(stored[i].outcome->result == Json{{"value", i + 1}});
  for (const std::size_t i : {2U, 3U})
    CHECK_THAT(stored[i].outcome->failure, Catch::Contains(failure));
  const auto again = run(file.path(), family(4, "/dev/null"), {.retry_failed = true});
  CHECK(again.run == 2);
  CHECK(again.failed == 0);
}

TEST_CASE("a sweep of families that is killed at any moment goes on where it was") {
  const test::TemporaryFile file("", ".db");
  std::vector<PlannedPoint> points;
  for (int i = 0; i < 12; ++i) {
    for (auto& planned : family(5, "/dev/null")) {
      planned.point.settings["seed"] = i;
      planned.point.key = point_key(planned.point.settings);
      planned.family = std::to_string(i);
      points.push_back(std::move(planned));
    }
  }
  SplitMix64 random(1);
  for (int attempt = 0; attempt < 30; ++attempt) {
    const pid_t process = run_in_process(file.path(), points);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    ::kill(process, SIGKILL);
    int status = 0;
    ::waitpid(process, &status, 0);
  }
  CHECK(run(file.path(), points, {.jobs = 2}).ended == points.size());
  for (const auto& [point, outcome] : SweepStore(file.path(), Access::read).points())
    CHECK(outcome.value().result == Json{{"value", point.settings.at("depth")}});
}
