#include "sim/machines/simulated/processor_schedule.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("an interrupt puts own work off by the time of the service") {
  ProcessorSchedule schedule(Service::interrupt);
  schedule.run(10);
  CHECK(schedule.serve(4, 1) == 5);
  CHECK(schedule.free_at() == 11);
}

TEST_CASE("accesses are served one after another") {
  ProcessorSchedule schedule(Service::interrupt);
  schedule.run(10);
  CHECK(schedule.serve(4, 2) == 6);
  CHECK(schedule.serve(4, 2) == 8);
  CHECK(schedule.serve(5, 2) == 10);
  CHECK(schedule.serve(20, 2) == 22);
}

TEST_CASE("a processor that waits serves at once, and goes on when it has served") {
  for (const auto service : {Service::interrupt, Service::poll}) {
    ProcessorSchedule schedule(service);
    schedule.run(2);
    schedule.wait_until(5);
    CHECK(schedule.serve(5, 3) == 8);
    schedule.wait_until(6);
    CHECK(schedule.free_at() == 8);
  }
}

TEST_CASE("a polling processor serves when its current activity is over") {
  ProcessorSchedule schedule(Service::poll);
  schedule.run(10);
  schedule.run(10);
  schedule.run(10);
  CHECK(schedule.serve(3, 1) == 11); // at 10
  CHECK(schedule.serve(4, 1) == 12); // at the same poll
  CHECK(schedule.free_at() == 32);
  CHECK(schedule.serve(12.5, 1) == 23); // the next poll has moved to 22
  CHECK(schedule.free_at() == 33);
  CHECK(schedule.serve(40, 1) == 41); // nothing to do by then
}
