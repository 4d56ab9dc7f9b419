#include "sim/uci/search.hpp"

#include "tests/support/catch.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

using namespace eldest;
using namespace eldest::uci;

namespace {

using std::chrono::milliseconds;

/// A clock that passes only while a search waits. Each wait ends `late` after it should.
class JumpingClock : public uci::Clock {
public:
  explicit JumpingClock(milliseconds late = {}) : late_(late) {}

  [[nodiscard]] Time now() const override { return now_; }
  void wait_until(Time time, std::condition_variable& /*changed*/,
                  std::unique_lock<std::mutex>& /*lock*/) override {
    if (time == Time::max())
      throw std::logic_error("waits for ever");
    now_ = std::max(now_, time + late_);
  }
  void pass(milliseconds time) { now_ += time; }

private:
  Time now_{};
  milliseconds late_;
};

SearchTask task(uci::Clock& clock, const Go& go, TimeBudget budget) {
  return {Game(SetPosition{}), go, PlayerOptions(), budget, clock.now()};
}

Go with_clock() {
  Go go;
  go.clocks[chess::white].left = 1000;
  return go;
}

/// A search that is to begin no iteration after 30 ms and to end after 50 ms, or after 100 ms
/// without an iteration. `late`: see JumpingClock.
struct TimedSearch {
  explicit TimedSearch(const Go& go = with_clock(), milliseconds late = {})
      : clock(late), search(task(clock, go, {0.03, 0.05, 0.1}), output, clock) {}

  JumpingClock clock;
  std::ostringstream text;
  Output output{text};
  uci::Search search;
};

uci::Iteration iteration(int depth, const std::string& move) {
  return {depth, 10, {Game().find(move)}, "info depth " + std::to_string(depth)};
}

} // namespace

TEST_CASE("the watcher answers at the deadline with the last iteration that was published") {
  TimedSearch timed;
  auto& [clock, text, output, search] = timed;
  search.publish(iteration(1, "e2e4"));
  search.publish(iteration(2, "d2d4"));
  search.watch(); // although no thread searches, or ends
  CHECK(text.str() == "info depth 1\ninfo depth 2\nbestmove d2d4\n");
  CHECK(search.seconds_used() == Approx(0.05));
  CHECK(search.lateness() == 0);
}

TEST_CASE("without an iteration, the watcher waits for one, and then answers with a legal move") {
  TimedSearch timed;
  auto& [clock, text, output, search] = timed;
  search.watch();
  CHECK(search.seconds_used() == Approx(0.1));
  const auto answer = text.str();
  CHECK(answer.starts_with("info depth 0 score cp 0\nbestmove "));
  CHECK_NOTHROW(Game().find(answer.substr(answer.size() - 5, 4)));
}

TEST_CASE("an answer later than planned is measured") {
  TimedSearch timed(with_clock(), milliseconds(30));
  auto& [clock, text, output, search] = timed;
  search.publish(iteration(1, "e2e4"));
  search.watch();
  CHECK(search.seconds_used() == Approx(0.08));
  CHECK(search.lateness() == Approx(0.03));
}

TEST_CASE("no iteration is begun after its last start") {
  TimedSearch timed;
  auto& [clock, text, output, search] = timed;
  clock.pass(milliseconds(31));
  search.publish(iteration(1, "e2e4"));
  search.publish(iteration(2, "d2d4"));
  search.watch();
  CHECK(text.str() == "info depth 1\nbestmove e2e4\n");
  CHECK(search.seconds_used() == Approx(0.031));
}

TEST_CASE("the time of a player that ponders begins with the opponent's move") {
  auto go = with_clock();
  go.ponder = true;
  TimedSearch timed(go);
  auto& [clock, text, output, search] = timed;
  clock.pass(milliseconds(900));
  search.publish(iteration(1, "e2e4"));
  search.ponder_hit();
  search.watch();
  CHECK(text.str() == "info depth 1\nbestmove e2e4\n");
  CHECK(search.seconds_used() == Approx(0.05));
  CHECK(search.lateness() == 0);
}

TEST_CASE("an answer is given once") {
  TimedSearch timed;
  auto& [clock, text, output, search] = timed;
  search.publish(iteration(1, "e2e4"));
  search.stop();
  search.watch();
  search.publish(iteration(2, "d2d4"));
  search.stop();
  CHECK(text.str() == "info depth 1\nbestmove e2e4\n");
}
