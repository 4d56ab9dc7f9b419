#include "sim/machines/simulated/processor_timeline.hpp"

#include <catch2/catch.hpp>

using namespace eldest;

TEST_CASE("an interrupt puts own work off by the time of the service") {
  ProcessorTimeline timeline(Service::interrupt);
  timeline.run(10);
  CHECK(timeline.serve(4, 1) == 5);
  CHECK(timeline.free_at() == 11);
}

TEST_CASE("accesses are served one after another") {
  for (const auto service : {Service::interrupt, Service::hardware}) {
    ProcessorTimeline timeline(service);
    timeline.run(10);
    CHECK(timeline.serve(4, 2) == 6);
    CHECK(timeline.serve(4, 2) == 8);
    CHECK(timeline.serve(5, 2) == 10);
    CHECK(timeline.serve(20, 2) == 22);
  }
}

TEST_CASE("hardware serves without the processor") {
  ProcessorTimeline timeline(Service::hardware);
  timeline.run(10);
  timeline.serve(4, 3);
  CHECK(timeline.free_at() == 10);
}

TEST_CASE("a processor that waits serves at once, and goes on when it has served") {
  for (const auto service : {Service::interrupt, Service::poll}) {
    ProcessorTimeline timeline(service);
    timeline.run(2);
    timeline.wait_until(5);
    CHECK(timeline.serve(5, 3) == 8);
    timeline.wait_until(6);
    CHECK(timeline.free_at() == 8);
  }
}

TEST_CASE("a polling processor serves when its current activity is over") {
  ProcessorTimeline timeline(Service::poll);
  timeline.run(10);
  timeline.run(10);
  timeline.run(10);
  CHECK(timeline.serve(3, 1) == 11); // at 10
  CHECK(timeline.serve(4, 1) == 12); // at the same poll
  CHECK(timeline.free_at() == 32);
  CHECK(timeline.serve(12.5, 1) == 23); // the next poll has moved to 22
  CHECK(timeline.free_at() == 33);
  CHECK(timeline.serve(40, 1) == 41); // nothing to do by then
}
