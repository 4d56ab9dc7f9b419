#include "sim/machines/threads/thread_pool.hpp"

#include "tests/support/catch.hpp"

#include <set>
#include <thread>
#include <vector>

using namespace eldest;

TEST_CASE("a pool runs each function once in each of its threads, and keeps the threads") {
  constexpr int threads = 5;
  ThreadPool pool(threads);
  CHECK(pool.size() == threads);
  std::vector<std::thread::id> first(threads);
  pool.run([&](int rank) { first[static_cast<std::size_t>(rank)] = std::this_thread::get_id(); });
  CHECK(std::set(first.begin(), first.end()).size() == threads);
  std::vector<int> calls(threads, 0);
  std::vector<std::thread::id> ids(threads);
  for (int run = 0; run < 100; ++run)
    pool.run([&](int rank) {
      ++calls[static_cast<std::size_t>(rank)];
      ids[static_cast<std::size_t>(rank)] = std::this_thread::get_id();
    });
  CHECK(calls == std::vector<int>(threads, 100));
  CHECK(ids == first);
}
