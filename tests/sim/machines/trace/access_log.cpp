#include "sim/machines/trace/access_log.hpp"

#include "tests/support/catch.hpp"

#include <numeric>

using namespace eldest;

TEST_CASE("a log of accesses has all of them, in few intervals") {
  AccessLog log(10);
  CHECK(log.counts().empty());
  log.add(0.5e-6, 2);
  log.add(9.5e-6, 3);
  log.add(9.7e-6, 0);
  CHECK(log.interval() == 1e-6);
  REQUIRE(log.counts().size() == 10);
  CHECK(log.counts()[0] == 2);
  CHECK(log.counts()[9] == 3);
  log.add(35e-6, 4);
  CHECK(log.interval() == 4e-6);
  REQUIRE(log.counts().size() == 9);
  CHECK(log.counts()[0] == 2);
  CHECK(log.counts()[2] == 3);
  CHECK(log.counts()[8] == 4);
}
