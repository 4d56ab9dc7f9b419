#include "sim/machines/threads/starting_line.hpp"

#include "tests/support/catch.hpp"

#include <atomic>
#include <thread>
#include <vector>

using namespace eldest;

TEST_CASE("all threads are at the starting line before any of them starts") {
  constexpr int threads = 16;
  int come = 0;
  std::atomic<int> coming = 0;
  StartingLine line(threads, [&] { come = coming; });
  std::vector<int> seen(threads, 0);
  {
    std::vector<std::jthread> all;
    for (auto& own : seen)
      all.emplace_back([&] {
        ++coming;
        own = line.wait() ? come : -1;
      });
  }
  CHECK(seen == std::vector<int>(threads, threads));
}

TEST_CASE("threads at a starting line that not all come to are let go") {
  bool on_start = false;
  StartingLine line(3, [&] { on_start = true; });
  std::vector<int> started(2, -1);
  {
    std::vector<std::jthread> two;
    for (auto& own : started)
      two.emplace_back([&] { own = line.wait() ? 1 : 0; });
    line.call_off();
  }
  CHECK(started == std::vector<int>{0, 0});
  CHECK_FALSE(on_start);
}
