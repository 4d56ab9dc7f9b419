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

void TransitEngine::access(SimulatedProcessor& self, const RemoteAccess& access) {
  const auto index = new_transit();
  auto& beginning = transit(index);
  beginning.to = access.home;
  beginning.locks = access.locks;
  beginning.request_bytes = access.request_bytes;
  beginning.answer_bytes = access.answer_bytes;
  beginning.handler = access.handler;
  auto& asked = this->asked(self.rank());
  asked.locking = access.locks > 0;
  if (access.answer_bytes) {
    asked.transit = index;
    asked.answer = Asked::Answer::awaited;
  }
  send_there(self, index);
}

bool TransitEngine::await_lock(SimulatedProcessor& self) {
  auto& asked = this->asked(self.rank());
  while (asked.locking)
    block(self);
  if (asked.answer != Asked::Answer::lost)
    return true;
  asked.answer = Asked::Answer::none;
  return false;
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
  if (!transit.goes_back() && transit.kind != Transit::Kind::alarm)
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

void TransitEngine::send_there(SimulatedProcessor& asker, std::uint32_t index) {
  auto& transit = this->transit(index);
  if (transit.locks > 0) {
    --transit.locks;
    transit.kind = Transit::Kind::lock;
    transit.bytes = lock_bytes;
    asker.pay_to_send(lock_bytes, lock_bytes);
  } else {
    transit.kind = transit.answer_bytes ? Transit::Kind::request : Transit::Kind::write;
    transit.bytes = transit.request_bytes;
    asked(asker.rank()).locking = false;
    asker.pay_to_send(transit.request_bytes, transit.answer_bytes);
  }
  dispatch(asker, index);
}

void TransitEngine::arrive_there(SimulatedProcessor& home, std::uint32_t index) {
  auto& transit = this->transit(index);
  const bool locks = transit.kind == Transit::Kind::lock;
  const auto answer_bytes = locks ? std::optional(lock_bytes) : transit.answer_bytes;
  const double served = home.timeline().serve(
      now(), machine_.parameters().service_seconds(transit.bytes, answer_bytes));
  // Applied now and not when it has been served: nobody can tell, as accesses are served in order.
  if (!locks)
    transit.handler(machine_.tables());
  if (!answer_bytes) {
    free_.push_back(index);
    return;
  }
  transit.kind = locks ? Transit::Kind::locked : Transit::Kind::answer;
  transit.stage = Transit::Stage::departing;
  transit.bytes = *answer_bytes;
  transit.departure = served;
  std::swap(transit.from, transit.to);
  set_out(index);
}

std::optional<int> TransitEngine::arrive_locked(SimulatedProcessor& asker, std::uint32_t index) {
  asker.take_lock();
  auto& transit = this->transit(index);
  transit.stage = Transit::Stage::departing;
  transit.to = transit.from;
  send_there(asker, index);
  return asked(asker.rank()).locking ? std::nullopt
                                     : wake_if(Activity::awaiting_lock, asker.rank());
}

std::optional<int> TransitEngine::arrive(std::uint32_t index) {
  auto& transit = this->transit(index);
  auto& receiver = machine_.processor(transit.to);
  switch (transit.kind) {
  case Transit::Kind::lock:
  case Transit::Kind::request:
  case Transit::Kind::write:
    arrive_there(receiver, index);
    return std::nullopt;
  case Transit::Kind::locked:
    return arrive_locked(receiver, index);
  case Transit::Kind::message:
    free_.push_back(index);
    receiver.deliver(transit.number, std::move(transit.message));
    return receiver.has_message() ? wake_if(Activity::awaiting_message, transit.to) : std::nullopt;
  case Transit::Kind::answer:
    free_.push_back(index);
    if (transit.abandoned)
      return std::nullopt;
    asked(transit.to).answer = Asked::Answer::come;
    return wake_if(Activity::awaiting_answer, transit.to);
  case Transit::Kind::alarm:
    free_.push_back(index);
    if (transit.number != asked(transit.to).alarms)
      return std::nullopt;
    ++asked(transit.to).alarms;
    return wake_if(Activity::awaiting_answer, transit.to);
  }
  return std::nullopt;
}

std::optional<int> TransitEngine::lose(std::uint32_t index) {
  const auto& transit = this->transit(index);
  free_.push_back(index);
  const bool there = transit.kind == Transit::Kind::lock || transit.kind == Transit::Kind::request;
  if (transit.abandoned || !(there || transit.goes_back()))
    return std::nullopt;
  const int asker = there ? transit.from : transit.to;
  auto& asked = this->asked(asker);
  asked.answer = Asked::Answer::lost;
  asked.locking = false;
  const auto waiting = wake_if(Activity::awaiting_lock, asker);
  return waiting ? waiting : wake_if(Activity::awaiting_answer, asker);
}

void TransitEngine::forsake_answer(int rank) {
  if (asked(rank).answer != Asked::Answer::awaited)
    return;
  auto& transit = this->transit(asked(rank).transit);
  if (transit.kind == Transit::Kind::request)
    transit.handler = transit.handler.detached(transit.owner);
  transit.abandoned = true;
}

std::optional<int> TransitEngine::wake_if(Activity activity, int rank) const {
  return machine_.processor(rank).activity() == activity ? std::optional(rank) : std::nullopt;
}

} // namespace eldest
