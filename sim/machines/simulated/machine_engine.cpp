#include "sim/machines/simulated/machine_engine.hpp"

#include "sim/machines/simulated/machine_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

std::string_view activity_name(MachineProcessor::Activity activity) {
  switch (activity) {
  case MachineProcessor::Activity::computing:
    return "computing";
  case MachineProcessor::Activity::stalled:
    return "awaiting a table access";
  case MachineProcessor::Activity::awaiting_answer:
    return "awaiting a table answer";
  case MachineProcessor::Activity::awaiting_message:
    return "awaiting a message";
  case MachineProcessor::Activity::finished:
    return "finished";
  case MachineProcessor::Activity::failed:
    return "failed";
  }
  return "";
}

} // namespace

MachineEngine::MachineEngine(Hardware& hardware, int processors, const MachineSettings& settings)
    : TurnTaking(hardware, processors),
      dispatcher_(*this, settings),
      accesses_(*this, dispatcher_),
      messages_(*this, dispatcher_),
      has_faults_(dispatcher_.faults().any()),
      fault_events_(dispatcher_.faults().events()),
      running_(this->processors()) {}

void MachineEngine::begin_faults() {
  if (fault_events_.empty())
    return;
  auto& fault = new_in_flight_message();
  fault.kind = InFlightMessage::Kind::fault;
  fault.stage = InFlightMessage::Stage::arriving;
  fault.from = -1;
  fault.departure = fault_events_.front().time;
  pass_at(fault.departure, fault);
}

std::string MachineEngine::states() const {
  std::vector<std::string> states;
  for (const auto& processor : hardware().processors()) {
    const auto activity = processor->activity();
    const bool ended = activity == MachineProcessor::Activity::finished ||
                       activity == MachineProcessor::Activity::failed;
    auto state =
        fmt::format("processor {} {} at {:.9f} s", processor->rank(), activity_name(activity),
                    ended ? processor->finished_at() : processor->now());
    if (const auto home = accesses_.asked_home(processor->rank()))
      state += fmt::format(" from {}", *home);
    states.push_back(std::move(state));
  }
  return fmt::format("{}", fmt::join(states, "; "));
}

MachineProcessor* MachineEngine::arrive_or_lose(InFlightMessage& in_flight) {
  if (in_flight.kind == InFlightMessage::Kind::fault) {
    happen(in_flight);
    return nullptr;
  }
  if (dispatcher_.is_lost(in_flight))
    return lose(in_flight);
  if (in_flight.delivery == Delivery::twice)
    dispatcher_.launch_copy(in_flight);
  return receive(in_flight);
}

MachineProcessor* MachineEngine::lose(InFlightMessage& in_flight) {
  if (in_flight.kind != InFlightMessage::Kind::message)
    return accesses_.lose(in_flight);
  release(in_flight);
  return nullptr;
}

void MachineEngine::finish(MachineProcessor& self) {
  synchronise(self);
  self.finish();
  --running_;
}

void MachineEngine::happen(InFlightMessage& fault) {
  while (next_fault_ < fault_events_.size() && fault_events_[next_fault_].time <= now()) {
    const auto& failure = *fault_events_[next_fault_++].failure;
    if (running_ > 0)
      happen(failure);
  }
  if (next_fault_ == fault_events_.size())
    return;
  fault.departure = fault_events_[next_fault_].time;
  pass_at(fault.departure, fault);
}

void MachineEngine::happen(const Failure& failure) {
  if (failure.is_link())
    return set_link(failure.link, !dispatcher_.faults().is_down(failure.link, now()));
  auto& processor = hardware().processor(failure.processor);
  if (failure.is_for_good())
    fail(processor);
  else if (!processor.failed())
    processor.stop(now(), failure.until);
}

void MachineEngine::fail(MachineProcessor& processor) {
  if (processor.failed())
    return;
  const bool finished = processor.activity() == MachineProcessor::Activity::finished;
  processor.fail(now());
  if (finished)
    return;
  --running_;
  accesses_.abandon_answer(processor.rank());
  events().remove(static_cast<std::uint32_t>(processor.rank()));
  end_program(processor.rank());
}

} // namespace eldest
