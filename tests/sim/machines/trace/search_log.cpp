#include "sim/machines/trace/search_log.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <map>
#include <utility>

using namespace eldest;

namespace {

/// A recorder with a clock that the test sets.
struct Recorded {
  SearchLog log{100};
  SearchRecorder recorder{log, 3};
  double now = 0;

  Recorded() {
    recorder.set_clock([this] { return now; });
  }

  [[nodiscard]] const NodeStretch& last() const { return log.stretches().back(); }
};

} // namespace

TEST_CASE("the visits that are useful are those that both searches make") {
  SplitMix64 random(1);
  std::map<std::pair<Key, int>, int> alone;
  std::map<std::pair<Key, int>, int> together;
  VisitTally tally;
  const auto draw = [&] { return std::pair<Key, int>(random() % 50, random() % 4); };
  for (int i = 0; i < 300; ++i) {
    const auto [key, depth] = draw();
    tally.add(key, depth);
    ++alone[{key, depth}];
  }
  SearchLog log(0);
  log.compare_with(tally);
  for (int i = 0; i < 500; ++i) {
    const auto [key, depth] = draw();
    ++together[{key, depth}];
    CHECK(log.visit({key, depth, 5}) == (together[{key, depth}] <= alone[{key, depth}]));
  }
  std::uint64_t useful = 0;
  for (const auto& [node, count] : together)
    useful += static_cast<std::uint64_t>(std::min(count, alone[node]));
  CHECK(log.visits() == 500);
  CHECK(log.useful_visits() == useful);
  CHECK(log.wasted_visits() == 500 - useful);
  CHECK(log.sequential()->visits() == 300);
}

TEST_CASE("a tally of too many nodes keeps a random part of them") {
  VisitTally tally(1000);
  for (Key key = 0; key < 10'000; ++key) {
    tally.add(key, 1);
    tally.add(key, 1);
  }
  CHECK(tally.visits() == 20'000);
  CHECK(tally.one_in() == 16);
  std::size_t kept = 0;
  for (Key key = 0; key < 10'000; ++key) {
    const auto first = tally.take(key, 1);
    if (!first)
      continue;
    ++kept;
    CHECK(*first);
    CHECK(tally.take(key, 1) == true);
    CHECK(tally.take(key, 1) == false);
  }
  CHECK(kept > 500);
  CHECK(kept <= 1000);
}

TEST_CASE("what is not kept in a tally goes with the visit before") {
  VisitTally tally(1);
  for (Key key = 0; key < 1000; ++key)
    tally.add(key, 1);
  Recorded recorded;
  recorded.log.compare_with(tally);
  Key key = 0;
  while (!tally.take(key, 1))
    ++key;
  recorded.recorder.visit({key, 1, 9});
  CHECK_FALSE(recorded.recorder.is_wasted());
  recorded.recorder.visit({key, 1, 9});
  CHECK(recorded.recorder.is_wasted());
  recorded.recorder.visit({key + 1, 1, 9});
  CHECK(recorded.recorder.is_wasted());
  CHECK(recorded.log.visits() == 3);
  CHECK(recorded.log.useful_visits() == 1);
  CHECK(recorded.log.wasted_visits() == 1);
}

TEST_CASE("the log has moves and replies of the root, and why they ended") {
  Recorded recorded;
  auto& recorder = recorded.recorder;
  recorder.visit({100, 4, 0});
  recorded.now = 1;
  recorder.visit({11, 3, 1});
  recorder.worked(0.5);
  recorded.now = 2;
  recorder.visit({21, 2, 2});
  recorder.visit({31, 1, 3});
  CHECK(recorder.line() == TopLine{11, 21});
  recorded.now = 3;
  recorder.end(31, 1, NodeEnd::searched); // too far below
  CHECK(recorded.log.stretches().empty());
  recorder.end(21, 2, NodeEnd::cut_off);
  REQUIRE(recorded.log.stretches().size() == 1);
  CHECK(recorded.last().rank == 3);
  CHECK(recorded.last().begin == 2);
  CHECK(recorded.last().end == 3);
  CHECK(recorded.last().line == TopLine{11, 21});
  CHECK(recorded.last().ply == 2);
  CHECK(recorded.last().depth == 2);
  CHECK(recorded.last().how == NodeEnd::cut_off);
  CHECK_FALSE(recorded.last().job);
  recorded.now = 4;
  recorder.visit({12, 3, 1}); // the search of the move before is not complete
  REQUIRE(recorded.log.stretches().size() == 2);
  CHECK(recorded.last().line == TopLine{11, 0});
  CHECK_FALSE(recorded.last().how);
  recorder.worked(0.25);
  recorded.now = 5;
  recorder.rest();
  CHECK(recorded.last().line == TopLine{12, 0});
  CHECK(recorder.line() == TopLine{});
  REQUIRE(recorded.log.moves().size() == 2);
  CHECK(recorded.log.moves()[0].useful == 0.5);
  CHECK(recorded.log.moves()[1].useful == 0.25);
}

TEST_CASE("a job is below the line of play that it brings along") {
  Recorded recorded;
  auto& recorder = recorded.recorder;
  recorder.take_up({11, 21});
  recorder.visit({41, 2, 4});
  recorded.now = 1;
  recorder.end(41, 2, NodeEnd::answered);
  REQUIRE(recorded.log.stretches().size() == 1);
  CHECK(recorded.last().job);
  CHECK(recorded.last().ply == 4);
  CHECK(recorded.last().line == TopLine{11, 21});
  CHECK(recorded.last().how == NodeEnd::answered);
  recorder.take_up({11, 22});
  recorder.visit({42, 2, 4});
  REQUIRE(recorded.log.stretches().size() == 2);
  CHECK(recorded.last().line == TopLine{11, 21});
  CHECK_FALSE(recorded.last().depth); // not visited here
  recorded.now = 2;
  recorder.rest();
  REQUIRE(recorded.log.stretches().size() == 5);
  CHECK(recorded.last().line == TopLine{11, 0});
  CHECK(recorded.last().begin == 0);
  CHECK(recorded.last().end == 2);
  CHECK(recorded.log.moves().size() == 1);
}

TEST_CASE("a job at the first ply is a move of the root") {
  Recorded recorded;
  recorded.recorder.take_up({});
  recorded.recorder.visit({11, 5, 1});
  recorded.now = 1;
  recorded.recorder.close();
  REQUIRE(recorded.log.stretches().size() == 1);
  CHECK(recorded.last().job);
  CHECK(recorded.last().line == TopLine{11, 0});
  CHECK(recorded.last().depth == 5);
}

TEST_CASE("a log with too many stretches forgets the shortest") {
  Recorded recorded;
  for (int i = 0; i < 1000; ++i) {
    recorded.now = i;
    recorded.recorder.visit({Key(i % 10 + 1), 3, 1});
    recorded.now = i + (i % 20 == 0 ? 0.9 : 0.001);
    recorded.recorder.rest();
  }
  CHECK(recorded.log.stretches().size() <= 100);
  CHECK(recorded.log.resolution() > 0.001);
  CHECK(std::all_of(
      recorded.log.stretches().begin(), recorded.log.stretches().end(),
      [&](const NodeStretch& one) { return one.end - one.begin >= recorded.log.resolution(); }));
}

TEST_CASE("a log of more ply has their nodes, with their windows") {
  SearchLog log(100, 4);
  SearchRecorder recorder(log, 0);
  double now = 0;
  recorder.set_clock([&] { return now; });
  for (int ply = 1; ply <= 5; ++ply)
    recorder.visit({static_cast<Key>(10 * ply), 6 - ply, ply, -ply, ply});
  now = 1;
  CHECK(recorder.line() == TopLine{10, 20, 30, 40});
  recorder.take_up({10, 20, 31, 41});
  recorder.visit({51, 1, 5, 0, 1});
  now = 2;
  recorder.close();
  REQUIRE(log.stretches().size() == 7); // 4 of the first line, 2 on the way to the job, and the job
  const auto& innermost = log.stretches().front();
  CHECK(innermost.line == TopLine{10, 20, 30, 40});
  CHECK(innermost.depth == 2);
  CHECK(innermost.alpha == -4);
  CHECK(innermost.beta == 4);
  const auto& job = log.stretches()[2];
  CHECK(job.job);
  CHECK(job.ply == 5);
  CHECK(job.line == TopLine{10, 20, 31, 41});
  CHECK(job.beta == 1);
  CHECK_FALSE(log.stretches()[3].depth); // of the job's father, which another processor has visited
}

TEST_CASE("a log of two ply keeps two moves of longer lines") {
  Recorded recorded;
  recorded.recorder.take_up({11, 21, 31, 41});
  CHECK(recorded.recorder.line() == TopLine{11, 21});
  recorded.recorder.visit({51, 1, 5});
  recorded.now = 1;
  recorded.recorder.close();
  REQUIRE(recorded.log.stretches().size() == 3);
  CHECK(recorded.log.stretches().front().line == TopLine{11, 21});
}

TEST_CASE("the top of a line of play follows from the positions on it") {
  CHECK(line_through({1, 2}, 3, 1) == TopLine{3, 0});
  CHECK(line_through({1, 2}, 3, 2) == TopLine{1, 3});
  CHECK(line_through({1, 2}, 3, 3) == TopLine{1, 2, 3});
  CHECK(line_through({1, 2, 3, 4}, 5, 5) == TopLine{1, 2, 3, 4});
  CHECK(line_through({1, 2}, 3, 0) == TopLine{});
  CHECK(line_above({1, 2}, 1) == TopLine{});
  CHECK(line_above({1, 2}, 2) == TopLine{1, 0});
  CHECK(line_above({1, 2}, 3) == TopLine{1, 2});
}
