#include "sim/machines/simulated/machine_engine.hpp"

#include "sim/machines/simulated/machine_parameters.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <utility>

namespace eldest {
namespace {

/// A machine word, which is what a lock swaps.
constexpr std::size_t lock_bytes = 8;

} // namespace

MachineEngine::MachineEngine(SimulatedMachine& machine, int processors)
    : machine_(machine),
      parameters_(machine.parameters()),
      processors_(static_cast<std::uint32_t>(processors)),
      may_put_off_(parameters_.service != Service::hardware),
      records_(processors_) {}

void MachineEngine::ask(MachineProcessor& self, const TableAccess& access) {
  ++self.traffic().reads;
  if (access.home == self.rank()) {
    access_locally(self, access);
    return;
  }
  ++self.traffic().remote_reads;
  start(self, access);
  if (parameters_.split_phase)
    await_lock(self);
  else
    (void)take_answer(self); // if it is lost, `await_answer` waits for it
}

void MachineEngine::await_answer(MachineProcessor& self) {
  if (record(self.rank()).answer != Answer::lost && take_answer(self))
    return;
  self.set_activity(Activity::awaiting_answer);
  while (true)
    block(self);
}

bool MachineEngine::await_answer_until(MachineProcessor& self, double deadline) {
  auto& record = this->record(self.rank());
  auto& transit = *record.asked;
  const auto handler = transit.access.handler;
  const bool may_be_late = record.answer == Answer::awaited;
  if (may_be_late)
    keep_handler(transit);
  self.set_activity(Activity::awaiting_answer);
  if (record.answer != Answer::arrived) {
    go_on_at(deadline, self.rank());
    while (record.answer != Answer::arrived && now() < deadline)
      block(self);
    events_.remove(static_cast<std::uint32_t>(self.rank()));
  }
  self.resume(now(), &TimeAccount::communication);
  if (record.answer != Answer::arrived) {
    drop_answer(record);
    return false;
  }
  if (may_be_late)
    handler.take_answer(transit.access.handler);
  receive_answer(self);
  return true;
}

std::optional<int> MachineEngine::asked_home(int rank) const {
  return answered(rank) ? std::nullopt : std::optional(record(rank).asked->access.home);
}

void MachineEngine::post(MachineProcessor& self, const TableAccess& access) {
  ++self.traffic().writes;
  if (access.home == self.rank()) {
    access_locally(self, access);
    return;
  }
  ++self.traffic().remote_writes;
  start(self, access);
  await_lock(self); // if it is lost, so is what was to be written
}

void MachineEngine::send(MachineProcessor& self, int to, Message message) {
  const double begin = self.now();
  self.spend(parameters_.send_seconds(message.bytes) + parameters_.message_overhead,
             &TimeAccount::communication);
  self.count_message(parameters_.wire_bytes(message.bytes));
  auto& transit = new_transit();
  transit.kind = Transit::Kind::message;
  transit.to = to;
  transit.bytes = message.bytes;
  transit.number = self.number_sent(to, message.bytes, begin);
  transit.message = std::move(message);
  dispatch(self, transit);
}

std::optional<Message> MachineEngine::poll(MachineProcessor& self) {
  if (!self.has_message() && !self.caught_up())
    settle(self);
  if (!self.has_message()) {
    self.looked_in_vain();
    return std::nullopt;
  }
  return take_message(self);
}

Message MachineEngine::wait(MachineProcessor& self) {
  settle(self);
  if (!self.has_message()) {
    self.set_activity(Activity::awaiting_message);
    while (!self.has_message())
      block(self);
  }
  self.resume(now(), &TimeAccount::idle);
  return take_message(self);
}

Message MachineEngine::take_message(MachineProcessor& self) {
  auto message = self.take_message();
  self.spend(parameters_.receive_seconds(message.bytes) + parameters_.message_overhead,
             &TimeAccount::communication);
  return message;
}

void MachineEngine::settle(MachineProcessor& self) {
  if (processors_ > 1)
    catch_up(self);
  self.wait_until(now(), &TimeAccount::communication);
}

void MachineEngine::finish(MachineProcessor& self) {
  settle(self);
  self.finish();
}

void MachineEngine::throw_stuck() const {
  throw RunError(fmt::format("the simulated clock stays at {} s through {} events: {}", now_,
                             max_times_set, machine_.states()));
}

void MachineEngine::add_transit() {
  if (processors_ + transits_.size() == EventQueue::max_subjects)
    throw RunError("too many messages are on their way at once");
  transits_.push_back(make_transit(static_cast<std::uint32_t>(transits_.size())));
  free_.push_back(transits_.back().get());
}

void MachineEngine::keep_handler(Transit& transit) {
  transit.access.handler = transit.access.handler.detached(kept_handlers_[&transit]);
}

void MachineEngine::access_locally(MachineProcessor& self, const TableAccess& access) {
  self.spend(parameters_.local_access + (access.locked ? parameters_.lock_time : 0),
             &TimeAccount::communication);
  settle(self);
  access.handler(machine_.tables());
}

void MachineEngine::start(MachineProcessor& asker, const TableAccess& access) {
  prefetch_route(asker.rank(), access.home);
  auto& transit = new_transit();
  transit.access = access;
  transit.to = access.home;
  transit.locks = access.locked ? parameters_.lock_round_trips : 0;
  auto& record = this->record(asker.rank());
  record.lock = transit.locks > 0 ? Lock::awaited : Lock::none;
  if (access.answer_bytes) {
    record.asked = &transit;
    record.answer = Answer::awaited;
  }
  send_there(asker, transit);
}

void MachineEngine::await_lock(MachineProcessor& self) {
  auto& record = this->record(self.rank());
  if (record.lock == Lock::none)
    return;
  self.set_activity(Activity::awaiting_lock);
  while (record.lock == Lock::awaited)
    block(self);
  self.set_activity(Activity::computing);
  if (std::exchange(record.lock, Lock::none) == Lock::lost)
    self.wait_until(now(), &TimeAccount::communication);
}

bool MachineEngine::take_answer(MachineProcessor& self) {
  const auto& record = this->record(self.rank());
  self.set_activity(Activity::awaiting_answer);
  while (record.answer == Answer::awaited)
    block(self);
  self.resume(now(), &TimeAccount::communication);
  if (record.answer == Answer::lost)
    return false;
  receive_answer(self);
  return true;
}

void MachineEngine::receive_answer(MachineProcessor& self) {
  auto& record = this->record(self.rank());
  self.spend(parameters_.receive_seconds(record.asked->bytes), &TimeAccount::communication);
  drop_answer(record);
}

void MachineEngine::drop_answer(AccessRecord& record) {
  if (record.answer != Answer::awaited) // else it is still on its way
    release(*record.asked);
  record.asked = nullptr;
  record.answer = Answer::none;
}

void MachineEngine::abandon_answer(int rank) {
  const auto& record = this->record(rank);
  if (record.answer == Answer::awaited)
    keep_handler(*record.asked);
}

void MachineEngine::send_there(MachineProcessor& asker, Transit& transit) {
  const auto& access = transit.access;
  if (transit.locks > 0) {
    --transit.locks;
    transit.kind = Transit::Kind::lock;
    transit.bytes = lock_bytes;
    pay_to_send(asker, lock_bytes, lock_bytes);
  } else {
    transit.kind = access.answer_bytes ? Transit::Kind::request : Transit::Kind::write;
    transit.bytes = access.request_bytes;
    record(asker.rank()).lock = Lock::none;
    pay_to_send(asker, access.request_bytes, access.answer_bytes);
  }
  dispatch(asker, transit);
}

void MachineEngine::pay_to_send(MachineProcessor& asker, std::size_t bytes,
                                std::optional<std::size_t> answer_bytes) const {
  asker.spend(parameters_.send_seconds(bytes), &TimeAccount::communication);
  asker.count_message(parameters_.wire_bytes(bytes));
  if (answer_bytes)
    asker.count_message(parameters_.wire_bytes(*answer_bytes));
}

void MachineEngine::dispatch(MachineProcessor& sender, Transit& transit) {
  transit.from = sender.rank();
  transit.stage = Transit::Stage::departing;
  sender.schedule().depart(transit.departure);
  launch(transit);
}

void MachineEngine::departed(const Transit& transit) {
  if (may_put_off_ && !transit.goes_back())
    machine_.processor(transit.from).schedule().departed(transit.departure);
}

double MachineEngine::serve(MachineProcessor& home, std::size_t request_bytes,
                            std::optional<std::size_t> answer_bytes) const {
  return home.schedule().serve(now(), parameters_.service_seconds(request_bytes, answer_bytes));
}

void MachineEngine::send_back(MachineProcessor& home, Transit& transit, Transit::Kind kind,
                              std::size_t bytes) {
  transit.departure = serve(home, transit.bytes, bytes);
  transit.kind = kind;
  transit.stage = Transit::Stage::departing;
  transit.bytes = bytes;
  std::swap(transit.from, transit.to);
  launch(transit);
}

MachineProcessor* MachineEngine::arrive_locked(MachineProcessor& asker, Transit& transit) {
  const double unlock = parameters_.send_seconds(lock_bytes); // for the write that will
  asker.wait_until(now(), &TimeAccount::communication);
  asker.spend(parameters_.receive_seconds(lock_bytes) + unlock, &TimeAccount::communication);
  transit.to = transit.access.home;
  send_there(asker, transit);
  return record(asker.rank()).lock == Lock::awaited ? nullptr
                                                    : wake_if(Activity::awaiting_lock, asker);
}

MachineProcessor* MachineEngine::arrive(Transit& transit) {
  auto& receiver = machine_.processor(transit.to);
  // Handlers are applied now and not when they have been served: nobody can tell, as accesses are
  // served in order.
  switch (transit.kind) {
  case Transit::Kind::lock:
    send_back(receiver, transit, Transit::Kind::locked, lock_bytes);
    return nullptr;
  case Transit::Kind::request:
    transit.access.handler(machine_.tables());
    send_back(receiver, transit, Transit::Kind::answer, *transit.access.answer_bytes);
    return nullptr;
  case Transit::Kind::write:
    (void)serve(receiver, transit.bytes, std::nullopt);
    transit.access.handler(machine_.tables());
    release(transit);
    return nullptr;
  case Transit::Kind::locked:
    return arrive_locked(receiver, transit);
  case Transit::Kind::message:
    receiver.deliver(transit.number, std::move(transit.message), now());
    release(transit);
    return receiver.has_message() ? wake_if(Activity::awaiting_message, receiver) : nullptr;
  case Transit::Kind::answer:
    auto& record = this->record(transit.to);
    if (record.asked != &transit) { // the asker has given it up
      release(transit);
      return nullptr;
    }
    record.answer = Answer::arrived;
    return wake_if(Activity::awaiting_answer, receiver);
  }
  return nullptr;
}

MachineProcessor* MachineEngine::lose(Transit& transit) {
  const bool for_lock =
      transit.kind == Transit::Kind::lock || transit.kind == Transit::Kind::locked;
  const bool goes_back = transit.goes_back();
  if (!for_lock && !goes_back && transit.kind != Transit::Kind::request) {
    release(transit); // nobody waits for a message or a write
    return nullptr;
  }
  auto& asker = machine_.processor(goes_back ? transit.to : transit.from);
  auto& record = this->record(asker.rank());
  const bool asked = record.asked == &transit; // else a write, or a read that has been given up
  if (for_lock)
    record.lock = Lock::lost;
  if (asked)
    record.answer = Answer::lost;
  else
    release(transit);
  if (for_lock && asker.activity() == Activity::awaiting_lock)
    return &asker;
  return asked ? wake_if(Activity::awaiting_answer, asker) : nullptr;
}

} // namespace eldest
