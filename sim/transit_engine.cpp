#include "sim/transit_engine.hpp"

#include "sim/run_error.hpp"

#include <utility>

namespace eldest {

using Activity = SimulatedProcessor::Activity;

TransitEngine::TransitEngine(SimulatedMachine& machine, int processors)
    : machine_(machine),
      processors_(static_cast<std::uint32_t>(processors)),
      may_put_off_(machine.parameters().service != Service::hardware),
      asked_(processors_) {}

void TransitEngine::ask(SimulatedProcessor& self, const RemoteAccess& access) {
  const auto index = new_transit();
  auto& request = transit(index);
  request.kind = Transit::Kind::request;
  request.to = access.home;
  request.bytes = access.request_bytes;
  request.answer_bytes = access.answer_bytes;
  request.handler = access.handler;
  asked(self.rank()).transit = index;
  asked(self.rank()).answer = Asked::Answer::awaited;
  dispatch(self, index);
}

bool TransitEngine::await_answer(SimulatedProcessor& self) {
  auto& asked = this->asked(self.rank());
  while (asked.answer == Asked::Answer::awaited)
    block(self);
  return std::exchange(asked.answer, Asked::Answer::none) == Asked::Answer::come;
}

bool TransitEngine::await_answer_until(SimulatedProcessor& self, double deadline) {
  auto& asked = this->asked(self.rank());
  if (asked.answer == Asked::Answer::come)
    return await_answer(self);
  BoundHandler handler;
  BoundHandler copy;
  std::shared_ptr<void> owner; // of the copy, when the transit is used for something else
  if (asked.answer == Asked::Answer::awaited) {
    auto& request = transit(asked.transit);
    handler = request.handler;
    copy = request.handler = handler.detached(request.owner);
    owner = request.owner;
  }
  const auto alarm = asked.alarms;
  set_alarm(self.rank(), deadline);
  while (asked.answer != Asked::Answer::come && asked.alarms == alarm)
    block(self);
  asked.alarms = alarm + 1;
  if (asked.answer == Asked::Answer::awaited)
    transit(asked.transit).abandoned = true;
  const bool come = std::exchange(asked.answer, Asked::Answer::none) == Asked::Answer::come;
  if (come)
    handler.take_answer(copy);
  return come;
}

void TransitEngine::suspend(SimulatedProcessor& self) {
  while (true)
    block(self);
}

void TransitEngine::post(SimulatedProcessor& self, const RemoteAccess& access) {
  const auto index = new_transit();
  auto& write = transit(index);
  write.kind = Transit::Kind::write;
  write.to = access.home;
  write.bytes = access.request_bytes;
  write.answer_bytes.reset();
  write.handler = access.handler;
  dispatch(self, index);
}

void TransitEngine::send(SimulatedProcessor& self, int to, std::uint32_t number, Message message) {
  const auto index = new_transit();
  auto& sent = transit(index);
  sent.kind = Transit::Kind::message;
  sent.to = to;
  sent.bytes = message.bytes;
  sent.message = std::move(message);
  sent.number = number;
  dispatch(self, index);
}

void TransitEngine::await_message(SimulatedProcessor& self) {
  while (!self.has_message())
    block(self);
}

std::uint32_t TransitEngine::new_transit() {
  if (free_.empty()) {
    if (processors_ + transits_.size() == EventQueue::most_subjects)
      throw RunError("too many messages are on their way at once");
    transits_.push_back(std::make_unique<Transit>());
    return static_cast<std::uint32_t>(transits_.size() - 1);
  }
  const auto index = free_.back();
  free_.pop_back();
  auto& transit = this->transit(index);
  transit.owner.reset();
  transit.abandoned = false;
  transit.stage = Transit::Stage::departing;
  return index;
}

void TransitEngine::dispatch(SimulatedProcessor& sender, std::uint32_t index) {
  auto& transit = this->transit(index);
  transit.from = sender.rank();
  sender.timeline().depart(transit.departure);
  set_out(index);
}

void TransitEngine::departed(std::uint32_t index) {
  if (!may_put_off_)
    return;
  const auto& transit = this->transit(index);
  if (transit.kind != Transit::Kind::answer && transit.kind != Transit::Kind::alarm)
    machine_.processor(transit.from).timeline().departed(transit.departure);
}

void TransitEngine::set_alarm(int rank, double time) {
  const auto index = new_transit();
  auto& alarm = transit(index);
  alarm.kind = Transit::Kind::alarm;
  alarm.stage = Transit::Stage::arriving;
  alarm.from = alarm.to = rank;
  alarm.departure = time;
  alarm.number = asked(rank).alarms;
  pass_at(time, index);
}

std::optional<int> TransitEngine::arrive(std::uint32_t index) {
  auto& transit = this->transit(index);
  auto& receiver = machine_.processor(transit.to);
  if (transit.kind == Transit::Kind::request) {
    // Applied now and not when it has been served: nobody can tell, as accesses are served in
    // order.
    transit.departure = serve(receiver, transit);
    transit.handler(machine_.tables());
    transit.kind = Transit::Kind::answer;
    transit.stage = Transit::Stage::departing;
    transit.bytes = *transit.answer_bytes;
    std::swap(transit.from, transit.to);
    set_out(index);
    return std::nullopt;
  }
  free_.push_back(index);
  switch (transit.kind) {
  case Transit::Kind::message:
    receiver.deliver(transit.number, std::move(transit.message));
    return receiver.has_message() ? wake_if(Activity::awaiting_message, transit.to) : std::nullopt;
  case Transit::Kind::answer:
    if (transit.abandoned)
      return std::nullopt;
    asked(transit.to).answer = Asked::Answer::come;
    return wake_if(Activity::awaiting_answer, transit.to);
  case Transit::Kind::alarm:
    if (transit.number != asked(transit.to).alarms)
      return std::nullopt;
    ++asked(transit.to).alarms;
    return wake_if(Activity::awaiting_answer, transit.to);
  default: // a write
    (void)serve(receiver, transit);
    transit.handler(machine_.tables());
    return std::nullopt;
  }
}

std::optional<int> TransitEngine::lose(std::uint32_t index) {
  const auto& transit = this->transit(index);
  free_.push_back(index);
  const bool request = transit.kind == Transit::Kind::request;
  if (transit.abandoned || !(request || transit.kind == Transit::Kind::answer))
    return std::nullopt;
  const int asker = request ? transit.from : transit.to;
  asked(asker).answer = Asked::Answer::lost;
  return wake_if(Activity::awaiting_answer, asker);
}

void TransitEngine::forsake_answer(int rank) {
  if (asked(rank).answer != Asked::Answer::awaited)
    return;
  auto& transit = this->transit(asked(rank).transit);
  if (transit.kind == Transit::Kind::request)
    transit.handler = transit.handler.detached(transit.owner);
  transit.abandoned = true;
}

double TransitEngine::serve(SimulatedProcessor& home, const Transit& access) const {
  return home.timeline().serve(
      now(), machine_.parameters().service_seconds(access.bytes, access.answer_bytes));
}

std::optional<int> TransitEngine::wake_if(Activity activity, int rank) const {
  return machine_.processor(rank).activity() == activity ? std::optional(rank) : std::nullopt;
}

} // namespace eldest
