#include "sim/machines/simulated/access_protocol.hpp"

#include <algorithm>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

namespace eldest {

AccessProtocol::AccessProtocol(TurnTaking& turns, Dispatcher& dispatcher)
    : turns_(turns),
      dispatcher_(dispatcher),
      parameters_(turns.hardware().parameters()),
      homes_(turns, dispatcher),
      records_(turns.processors()) {}

void AccessProtocol::ask(MachineProcessor& self, const BoundHandler& handler) {
  ++self.traffic().reads;
  const auto header = handler.header(turns_.hardware().tables());
  if (is_in_reach(self, header.home)) {
    access_memory(self, header, handler);
    return;
  }
  ++self.traffic().remote_reads;
  await_room(self);
  start(self, header, handler);
  // A processor does no work while it holds a lock, because others may be waiting for the lock.
  if (!parameters_.split_phase || is_locked_from_afar(header))
    (void)take_answer(self); // if the answer is lost, `await_answer` blocks forever
}

void AccessProtocol::await_answer(MachineProcessor& self) {
  if (record(self.rank()).answer != Answer::lost && take_answer(self))
    return;
  self.set_activity(Activity::awaiting_answer);
  while (true)
    turns_.block(self);
}

bool AccessProtocol::await_answer_until(MachineProcessor& self, double deadline) {
  auto& record = this->record(self.rank());
  auto& in_flight = *record.asked;
  const auto handler = in_flight.access.handler;
  const bool may_be_late = record.answer == Answer::awaited && !handler.travels();
  if (may_be_late)
    keep_handler(in_flight);
  self.set_activity(Activity::awaiting_answer);
  if (record.answer != Answer::arrived) {
    turns_.go_on_at(deadline, self.rank());
    while (record.answer != Answer::arrived && now() < deadline)
      turns_.block(self);
    turns_.events().remove(static_cast<std::uint32_t>(self.rank()));
  }
  const double free_since = self.now();
  self.resume(now(), &TimeAccount::communication);
  if (record.answer != Answer::arrived) {
    drop_answer(record);
    return false;
  }
  if (may_be_late)
    handler.take_answer(in_flight.access.handler);
  receive_answer(self, free_since);
  return true;
}

std::optional<int> AccessProtocol::asked_home(int rank) const {
  return answered(rank) ? std::nullopt : std::optional(record(rank).asked->access.home);
}

void AccessProtocol::post(MachineProcessor& self, const BoundHandler& handler) {
  ++self.traffic().writes;
  auto header = handler.header(turns_.hardware().tables());
  header.answer_bytes.reset();
  if (is_in_reach(self, header.home)) {
    access_memory(self, header, handler);
    return;
  }
  ++self.traffic().remote_writes;
  start(self, header, handler);
  await_stalling(self); // if a part is lost, so is the write
}

void AccessProtocol::keep_handler(InFlightMessage& in_flight) {
  if (in_flight.access.handler.travels())
    return;
  in_flight.access.handler = in_flight.access.handler.detached(kept_handlers_[&in_flight]);
}

bool AccessProtocol::is_in_reach(const MachineProcessor& self, int home) const {
  return home == self.rank() ||
         (turns_.hardware().share_host(self.rank(), home) && !processor(home).failed());
}

void AccessProtocol::access_memory(MachineProcessor& self, const AccessHeader& header,
                                   const BoundHandler& handler) {
  const bool queues = turns_.processors() > 1 && parameters_.service == Service::hardware;
  const double seconds = parameters_.local_access + (header.locked ? parameters_.lock_time : 0);
  if (!queues)
    self.spend(seconds, &TimeAccount::communication);
  turns_.synchronise(self);
  if (is_locked_from_afar(header))
    await_lock(self, header);
  if (queues) {
    const double begin = homes_.take_bank(header, self.now(), own_host_service(self.rank()));
    self.spend(begin - self.now() + seconds, &TimeAccount::communication);
  }
  handler(turns_.hardware().tables());
}

double AccessProtocol::own_host_service(int rank) const {
  if (turns_.hardware().processors_on_host(rank) > 1)
    return parameters_.service_time;
  return std::min(parameters_.service_time, parameters_.local_access);
}

void AccessProtocol::await_lock(MachineProcessor& self, const AccessHeader& access) {
  if (!homes_.is_locked(access))
    return;
  self.set_activity(Activity::stalled);
  do {
    homes_.wait_for_lock(access, self.rank());
    turns_.block(self);
  } while (homes_.is_locked(access));
  self.resume(now(), &TimeAccount::communication);
}

void AccessProtocol::start(MachineProcessor& asker, const AccessHeader& header,
                           const BoundHandler& handler) {
  turns_.prefetch_route(asker.rank(), header.home);
  auto& in_flight = turns_.new_in_flight_message();
  // Made in its place. A copy would read words together that have just been written one by one, and
  // wait until they are in the cache.
  static_assert(std::is_trivially_destructible_v<TableAccess>);
  new (&in_flight.access)
      TableAccess{header, header.answer_bytes ? handler.travelling() : handler.copied()};
  in_flight.lock_round_trips =
      static_cast<std::uint8_t>(is_locked_from_afar(header) ? parameters_.lock_round_trips : 0);
  in_flight.to = header.home;
  if (header.answer_bytes) {
    auto& record = this->record(asker.rank());
    record.asked = &in_flight;
    record.answer = Answer::awaited;
  }
  if (in_flight.lock_round_trips > 0)
    send_for_lock(asker, in_flight);
  else
    send_for_entry(asker, in_flight);
}

void AccessProtocol::await_stalling(MachineProcessor& self) {
  auto& record = this->record(self.rank());
  if (record.stall == Stall::none)
    return;
  self.set_activity(Activity::stalled);
  while (record.stall == Stall::stalled)
    turns_.block(self);
  self.set_activity(Activity::computing);
  if (std::exchange(record.stall, Stall::none) == Stall::lost)
    self.wait_until(now(), &TimeAccount::communication);
}

bool AccessProtocol::take_answer(MachineProcessor& self) {
  const auto& record = this->record(self.rank());
  self.set_activity(Activity::awaiting_answer);
  while (record.answer == Answer::awaited)
    turns_.block(self);
  const double free_since = self.now();
  self.resume(now(), &TimeAccount::communication);
  if (record.answer == Answer::lost)
    return false;
  receive_answer(self, free_since);
  return true;
}

void AccessProtocol::receive_answer(MachineProcessor& self, double free_since) {
  auto& record = this->record(self.rank());
  auto& in_flight = *std::exchange(record.asked, nullptr);
  record.answer = Answer::none;
  in_flight.access.handler.deliver();
  receive(self, in_flight, free_since);
  if (in_flight.holds_lock)
    send_unlock(self, in_flight);
  else
    release(in_flight);
}

void AccessProtocol::receive(MachineProcessor& asker, const InFlightMessage& in_flight,
                             double free_since) {
  double seconds = parameters_.receive_seconds(in_flight.bytes);
  if (parameters_.is_divided(in_flight.bytes)) {
    const double begin = std::max(in_flight.first_arrival, free_since);
    seconds -=
        std::clamp(asker.now() - begin, 0.0, parameters_.receiving_before_last(in_flight.bytes));
  }
  asker.spend(seconds, &TimeAccount::communication);
}

void AccessProtocol::await_room(MachineProcessor& self) {
  auto& record = this->record(self.rank());
  if (record.given_up < max_given_up)
    return;
  record.awaits_room = true;
  self.set_activity(Activity::stalled);
  while (record.given_up >= max_given_up)
    turns_.block(self);
  record.awaits_room = false;
  self.resume(now(), &TimeAccount::communication);
}

MachineProcessor* AccessProtocol::end_given_up(MachineProcessor& asker,
                                               InFlightMessage& in_flight) {
  auto& record = this->record(asker.rank());
  --record.given_up;
  release(in_flight);
  return record.awaits_room ? wake_if(Activity::stalled, asker) : nullptr;
}

void AccessProtocol::drop_answer(AccessRecord& record) {
  if (record.answer == Answer::awaited)
    ++record.given_up; // the answer is still in flight
  else
    release(*record.asked);
  record.asked = nullptr;
  record.answer = Answer::none;
}

void AccessProtocol::abandon_answer(int rank) {
  const auto& record = this->record(rank);
  if (record.answer == Answer::awaited)
    keep_handler(*record.asked);
  else if (record.answer == Answer::arrived)
    homes_.release_lock(*record.asked);
}

void AccessProtocol::send_for_lock(MachineProcessor& asker, InFlightMessage& in_flight) {
  --in_flight.lock_round_trips;
  send_part(asker, in_flight, InFlightMessage::Kind::lock, word_bytes, word_bytes);
}

void AccessProtocol::send_for_entry(MachineProcessor& asker, InFlightMessage& in_flight) {
  const auto& [request_bytes, answer_bytes] =
      std::tie(in_flight.access.request_bytes, in_flight.access.answer_bytes);
  if (answer_bytes)
    send_part(asker, in_flight, InFlightMessage::Kind::request, request_bytes, answer_bytes);
  else if (parameters_.write == WriteMode::fetched)
    send_part(asker, in_flight, InFlightMessage::Kind::fetch, word_bytes, request_bytes);
  else if (parameters_.write == WriteMode::awaited)
    send_part(asker, in_flight, InFlightMessage::Kind::request, word_bytes, request_bytes);
  else
    send_write(asker, in_flight);
}

void AccessProtocol::send_write(MachineProcessor& asker, InFlightMessage& in_flight) {
  auto bytes = in_flight.access.request_bytes;
  if (in_flight.holds_lock) {
    asker.spend(parameters_.send_seconds(word_bytes), &TimeAccount::communication);
    bytes += word_bytes;
  }
  send_part(asker, in_flight, InFlightMessage::Kind::write, bytes, std::nullopt);
}

void AccessProtocol::send_unlock(MachineProcessor& asker, InFlightMessage& in_flight) {
  in_flight.to = in_flight.access.home;
  send_part(asker, in_flight, InFlightMessage::Kind::unlock, word_bytes, std::nullopt);
}

void AccessProtocol::send_part(MachineProcessor& asker, InFlightMessage& in_flight,
                               InFlightMessage::Kind kind, std::size_t bytes,
                               std::optional<std::size_t> answer_bytes) {
  in_flight.kind = kind;
  in_flight.bytes = bytes;
  record(asker.rank()).stall = in_flight.stalls() ? Stall::stalled : Stall::none;
  const double begin = asker.now();
  asker.spend(parameters_.send_seconds(bytes), &TimeAccount::communication);
  asker.count_message(parameters_.wire_bytes(bytes));
  if (answer_bytes)
    asker.count_message(parameters_.wire_bytes(*answer_bytes));
  dispatcher_.dispatch(asker, in_flight, begin);
}

void AccessProtocol::wait_and_receive(MachineProcessor& asker, const InFlightMessage& in_flight) {
  const double free_since = asker.now();
  asker.wait_until(now(), &TimeAccount::communication);
  receive(asker, in_flight, free_since);
}

MachineProcessor* AccessProtocol::come_back(MachineProcessor& asker, InFlightMessage& in_flight) {
  wait_and_receive(asker, in_flight);
  in_flight.to = in_flight.access.home;
  if (in_flight.kind == InFlightMessage::Kind::refused) {
    ++asker.traffic().lock_retries;
    ++in_flight.lock_round_trips;
  }
  if (in_flight.lock_round_trips > 0)
    send_for_lock(asker, in_flight);
  else if (in_flight.kind == InFlightMessage::Kind::fetched)
    send_write(asker, in_flight);
  else
    send_for_entry(asker, in_flight);
  return record(asker.rank()).stall == Stall::none ? wake_if(Activity::stalled, asker) : nullptr;
}

MachineProcessor* AccessProtocol::arrive_answer(MachineProcessor& asker,
                                                InFlightMessage& in_flight) {
  auto& record = this->record(asker.rank());
  if (record.asked == &in_flight) {
    record.answer = Answer::arrived;
    return wake_if(Activity::awaiting_answer, asker);
  }
  if (in_flight.stalls()) { // the answer to a write, which has been made
    wait_and_receive(asker, in_flight);
    record.stall = Stall::none;
    if (in_flight.holds_lock)
      send_unlock(asker, in_flight);
    else
      release(in_flight);
    return wake_if(Activity::stalled, asker);
  }
  // A given-up read has no lock, because a processor with a lock waits for the answer.
  return end_given_up(asker, in_flight);
}

MachineProcessor* AccessProtocol::arrive(InFlightMessage& in_flight) {
  if (in_flight.kind == InFlightMessage::Kind::answer)
    return arrive_answer(processor(in_flight.to), in_flight);
  if (in_flight.goes_back())
    return come_back(processor(in_flight.to), in_flight);
  if (homes_.receive(in_flight))
    release(in_flight);
  return nullptr;
}

MachineProcessor* AccessProtocol::lose(InFlightMessage& in_flight) {
  homes_.release_lock(in_flight); // as a time-out of its holder would
  auto& asker = processor(in_flight.goes_back() ? in_flight.to : in_flight.from);
  auto& record = this->record(asker.rank());
  const bool stalls = in_flight.stalls();
  const bool asked = record.asked == &in_flight;
  if (stalls)
    record.stall = Stall::lost;
  if (asked)
    record.answer = Answer::lost;
  else if (in_flight.reads())
    return end_given_up(asker, in_flight);
  else // a write, or a copy
    release(in_flight);
  if (stalls && asker.activity() == Activity::stalled)
    return &asker;
  return asked ? wake_if(Activity::awaiting_answer, asker) : nullptr;
}

} // namespace eldest
