#include "sim/machines/simulated/machine_processor.hpp"

#include "tests/support/catch.hpp"

using namespace eldest;
using Activity = MachineProcessor::Activity;

TEST_CASE("time that a processor has not spent itself is accounted for when its wait ends") {
  MachineProcessor processor(0, Service::interrupt);
  processor.spend(2, &TimeAccount::work);
  // An access interrupts the work.
  CHECK(processor.schedule().serve(1, 0.5, ProcessorSchedule::First::access) == 1.5);
  processor.set_activity(Activity::awaiting_message);
  processor.resume(4, &TimeAccount::idle);
  CHECK(processor.activity() == Activity::computing);
  CHECK(processor.now() == 4);
  CHECK(processor.account().work == 2);
  CHECK(processor.account().idle == 2);
  processor.resume(3, &TimeAccount::idle); // its own clock has that time already
  CHECK(processor.now() == 4);
}

TEST_CASE("a processor that fails has not done what it did ahead of the machine's clock") {
  MachineProcessor processor(0, Service::hardware);
  processor.spend(1, &TimeAccount::communication);
  processor.spend(3, &TimeAccount::work);
  processor.fail(2.5);
  CHECK(processor.failed());
  CHECK(processor.activity() == Activity::failed);
  CHECK(processor.finished_at() == 2.5);
  CHECK(processor.account().work == 1.5);
  CHECK(processor.account().communication == 1);
  processor.idle_until(10);
  CHECK(processor.account().idle == 7.5);
}

TEST_CASE("what a failing processor has been waiting for is in its account") {
  for (const auto& [activity, category] :
       {std::pair(Activity::awaiting_answer, &TimeAccount::communication),
        std::pair(Activity::awaiting_message, &TimeAccount::idle)}) {
    MachineProcessor processor(0, Service::hardware);
    processor.spend(1, &TimeAccount::work);
    processor.set_activity(activity);
    processor.fail(3);
    CHECK(processor.account().work == 1);
    CHECK(processor.account().*category == 2);
  }
}

TEST_CASE("a processor that fails after it has finished keeps its account") {
  MachineProcessor processor(0, Service::hardware);
  processor.spend(1, &TimeAccount::work);
  processor.finish();
  processor.fail(3);
  CHECK(processor.failed());
  CHECK(processor.activity() == Activity::finished);
  CHECK(processor.finished_at() == 1);
  CHECK(processor.account().total() == 1);
}
