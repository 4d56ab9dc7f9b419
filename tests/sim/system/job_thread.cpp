#include "sim/system/job_thread.hpp"

#include "tests/support/catch.hpp"

#include <thread>
#include <vector>

using namespace eldest;

TEST_CASE("a thread does its jobs in the order in which they are posted, and none is lost") {
  std::vector<int> done;
  std::thread::id id;
  {
    JobThread thread("a thread of a test");
    thread.post([&] { id = std::this_thread::get_id(); });
    for (int job = 0; job < 1000; ++job)
      thread.post([&done, job] { done.push_back(job); });
  }
  CHECK(id != std::this_thread::get_id());
  REQUIRE(done.size() == 1000);
  for (int job = 0; job < 1000; ++job)
    REQUIRE(done[static_cast<std::size_t>(job)] == job);
}
