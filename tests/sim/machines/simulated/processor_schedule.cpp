#include "sim/machines/simulated/processor_schedule.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;
using First = ProcessorSchedule::First;

TEST_CASE("an interrupt puts own work off by the time of the service") {
  ProcessorSchedule schedule(Service::interrupt);
  schedule.run(10);
  CHECK(schedule.serve(4, 1, First::processor) == 5);
  CHECK(schedule.free_at() == 11);
}

TEST_CASE("accesses are served one after another") {
  ProcessorSchedule schedule(Service::interrupt);
  schedule.run(10);
  CHECK(schedule.serve(4, 2, First::processor) == 6);
  CHECK(schedule.serve(4, 2, First::processor) == 8);
  CHECK(schedule.serve(5, 2, First::processor) == 10);
  CHECK(schedule.serve(20, 2, First::processor) == 22);
}

TEST_CASE("a processor that waits serves at once, and goes on when it has served") {
  for (const auto service : {Service::interrupt, Service::poll}) {
    ProcessorSchedule schedule(service);
    schedule.run(2);
    schedule.wait_until(5);
    CHECK(schedule.serve(5, 3, First::processor) == 8);
    schedule.wait_until(6);
    CHECK(schedule.free_at() == 8);
  }
}

TEST_CASE("a polling processor serves when its current activity is over") {
  ProcessorSchedule schedule(Service::poll);
  schedule.run(10);
  schedule.run(10);
  schedule.run(10);
  CHECK(schedule.serve(3, 1, First::processor) == 11); // at 10
  CHECK(schedule.serve(4, 1, First::processor) == 12); // at the same poll
  CHECK(schedule.free_at() == 32);
  CHECK(schedule.serve(12.5, 1, First::processor) == 23); // the next poll has moved to 22
  CHECK(schedule.free_at() == 33);
  CHECK(schedule.serve(40, 1, First::processor) == 41); // nothing to do at that time
}

TEST_CASE("a processor that stops puts everything off that it has not done") {
  for (const auto service : {Service::interrupt, Service::poll, Service::hardware}) {
    ProcessorSchedule schedule(service, true);
    double sent = 0;
    double sent_later = 0;
    schedule.run(2);
    schedule.depart(sent);
    schedule.run(8);
    schedule.depart(sent_later);
    schedule.stop(4, 7);
    CHECK(schedule.free_at() == 13);
    CHECK(sent == 2);
    CHECK(sent_later == 13);
    schedule.stop(5, 9); // already stopped at that time
    CHECK(schedule.free_at() == 15);
    schedule.stop(6, 8);
    CHECK(schedule.free_at() == 15);
    schedule.departed(sent);
    schedule.departed(sent_later);
  }
}

TEST_CASE("a processor that stops serves when it goes on") {
  ProcessorSchedule interrupted(Service::interrupt, true);
  interrupted.run(10);
  CHECK(interrupted.serve(1, 2, First::processor) == 3);
  interrupted.stop(4, 7);
  CHECK(interrupted.serve(5, 1, First::processor) == 8);
  CHECK(interrupted.free_at() == 16);

  ProcessorSchedule polling(Service::poll, true);
  polling.run(10);
  polling.stop(4, 7);
  CHECK(polling.serve(5, 1, First::processor) == 14); // at the end of the current activity
  polling.wait_until(20);
  polling.stop(20, 25);
  CHECK(polling.serve(21, 1, First::processor) == 26); // it has nothing else to do

  ProcessorSchedule serving(Service::interrupt, true);
  CHECK(serving.serve(0, 2, First::processor) == 2);
  double answer = 2;
  serving.depart_at(answer);
  serving.stop(1, 5);
  CHECK(answer == 6);
  CHECK(serving.serve(5, 1, First::processor) == 7);
  serving.departed(answer);
}

TEST_CASE("an interrupt at the instant of a departure delays it if it is first, or has waited") {
  for (const auto service : {Service::interrupt, Service::poll}) {
    const double delay = service == Service::interrupt ? 1 : 0;
    double departure = 0;
    ProcessorSchedule later(service);
    later.run(2);
    later.depart(departure);
    later.serve(2, 1, First::processor);
    CHECK(departure == 2);

    ProcessorSchedule earlier(service);
    earlier.run(2);
    earlier.depart(departure);
    earlier.serve(2, 1, First::access);
    CHECK(departure == 2 + delay);

    ProcessorSchedule serving(service);
    serving.serve(0, 3, First::processor);
    serving.depart(departure);
    serving.serve(1, 1, First::processor);
    CHECK(departure == 3 + delay);
  }
}
