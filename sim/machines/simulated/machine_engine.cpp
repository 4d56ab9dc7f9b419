#include "sim/machines/simulated/machine_engine.hpp"

#include "algorithms/search/search_stopped.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace eldest {
namespace {

/// A machine word: what a lock swaps, or the address of an entry to be fetched.
constexpr std::size_t word_bytes = 8;

std::vector<int> hosts_of_ranks(const Platform& platform, int processors) {
  std::vector<int> hosts;
  for (int rank = 0; rank < processors; ++rank)
    hosts.push_back(platform.host_of(rank));
  return hosts;
}

} // namespace

MachineEngine::MachineEngine(SimulatedMachine& machine, int processors,
                             const MachineSettings& settings)
    : machine_(machine),
      parameters_(machine.parameters()),
      processors_(static_cast<std::uint32_t>(processors)),
      faults_(settings.failures, settings.message_faults, settings.seed, processors_),
      fault_events_(faults_.events()),
      running_(processors_),
      stops_(faults_.pauses()),
      may_put_off_(stops_ || parameters_.service != Service::hardware),
      hosts_(hosts_of_ranks(machine.platform(), processors)),
      memory_(hosts_, parameters_.memory_banks),
      locks_(processors_),
      records_(processors_) {}

void MachineEngine::begin_faults() {
  if (fault_events_.empty())
    return;
  auto& fault = new_transit();
  fault.kind = Transit::Kind::fault;
  fault.stage = Transit::Stage::arriving;
  fault.departure = fault_events_.front().time;
  pass_at(fault.departure, fault);
}

bool MachineEngine::is_in_reach(const MachineProcessor& self, int home) const {
  return home == self.rank() ||
         (share_host(self.rank(), home) && !machine_.processor(home).failed());
}

void MachineEngine::ask(MachineProcessor& self, const TableAccess& access) {
  ++self.traffic().reads;
  if (is_in_reach(self, access.home)) {
    access_memory(self, access);
    return;
  }
  ++self.traffic().remote_reads;
  await_room(self);
  start(self, access);
  // Nobody works with a lock in hand, for which others may be waiting.
  if (!parameters_.split_phase || is_locked_from_afar(access))
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
  if (is_in_reach(self, access.home)) {
    access_memory(self, access);
    return;
  }
  ++self.traffic().remote_writes;
  start(self, access);
  await_stalling(self); // if part of it is lost, so is what was to be written
}

void MachineEngine::send(MachineProcessor& self, int to, Message message) {
  const double begin = self.now();
  const bool on_network = !share_host(self.rank(), to);
  self.spend(parameters_.message_overhead +
                 (on_network ? parameters_.send_seconds(message.bytes) : 0),
             &TimeAccount::communication);
  if (on_network)
    self.count_message(parameters_.wire_bytes(message.bytes));
  auto& transit = new_transit();
  transit.kind = Transit::Kind::message;
  transit.to = to;
  transit.bytes = message.bytes;
  transit.number = channels_.send(self.rank(), to);
  self.record_sent(to, transit.number, message.bytes, begin);
  transit.message = std::move(message);
  dispatch(self, transit);
}

std::optional<Message> MachineEngine::poll(MachineProcessor& self) {
  check_time_limit(self);
  if (!self.has_message() && !self.caught_up())
    settle(self);
  if (!self.has_message()) {
    self.looked_in_vain();
    return std::nullopt;
  }
  return take_message(self);
}

Message MachineEngine::wait(MachineProcessor& self) {
  return *wait_until(self, std::numeric_limits<double>::infinity());
}

std::optional<Message> MachineEngine::wait_until(MachineProcessor& self, double deadline) {
  settle(self);
  check_time_limit(self);
  if (!self.has_message())
    await_message(self, deadline);
  self.resume(now(), &TimeAccount::idle);
  check_time_limit(self);
  if (!self.has_message())
    return std::nullopt;
  return take_message(self);
}

void MachineEngine::await_message(MachineProcessor& self, double deadline) {
  const double end = std::min(deadline, time_limit_);
  if (now() >= end)
    return;
  self.set_activity(Activity::awaiting_message);
  const bool limited = end != std::numeric_limits<double>::infinity();
  if (limited)
    go_on_at(end, self.rank());
  while (!self.has_message() && now() < end)
    block(self);
  if (limited)
    events_.remove(static_cast<std::uint32_t>(self.rank()));
}

void MachineEngine::throw_stopped() {
  stopped_ = true;
  throw SearchStopped{};
}

Message MachineEngine::take_message(MachineProcessor& self) {
  auto message = self.take_message();
  const bool from_network = !share_host(self.rank(), message.from);
  self.spend(parameters_.message_overhead +
                 (from_network ? parameters_.receive_seconds(message.bytes) : 0),
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
  --running_;
}

void MachineEngine::throw_stuck() const {
  throw RunError(fmt::format("the simulated clock stays at {} s through {} events: {}", now_,
                             max_times_set, machine_.states()));
}

void MachineEngine::add_transit() {
  if (processors_ + transits_.size() == Events::max_subjects)
    throw RunError("too many messages are on their way at once");
  transits_.push_back(make_transit(static_cast<std::uint32_t>(transits_.size())));
  free_.push_back(transits_.back().get());
}

void MachineEngine::foresee(std::uint32_t subject, Nearness nearness) {
  const auto index = std::size_t{subject} - processors_;
  if (subject < processors_)
    foresee(machine_.processor(static_cast<int>(subject)), nearness);
  else
    foresee(*transits_[index], nearness);
}

void MachineEngine::keep_handler(Transit& transit) {
  transit.access.handler = transit.access.handler.detached(kept_handlers_[&transit]);
}

void MachineEngine::access_memory(MachineProcessor& self, const TableAccess& access) {
  const bool queues = processors_ > 1 && parameters_.service == Service::hardware;
  const double seconds = parameters_.local_access + (access.locked ? parameters_.lock_time : 0);
  if (!queues)
    self.spend(seconds, &TimeAccount::communication);
  settle(self);
  if (is_locked_from_afar(access))
    await_lock(self, access);
  if (queues) {
    const double busy = std::min(parameters_.service_time, parameters_.local_access);
    const double begin = memory_.serve(access.home, access.entry, self.now(), busy);
    self.spend(begin - self.now() + seconds, &TimeAccount::communication);
  }
  access.handler(machine_.tables());
}

void MachineEngine::await_lock(MachineProcessor& self, const TableAccess& access) {
  if (!locks_.is_held(access.home, access.entry))
    return;
  self.set_activity(Activity::stalled);
  do {
    locks_.wait_for(access.home, access.entry, self.rank());
    block(self);
  } while (locks_.is_held(access.home, access.entry));
  self.resume(now(), &TimeAccount::communication);
}

void MachineEngine::start(MachineProcessor& asker, const TableAccess& access) {
  prefetch_route(asker.rank(), access.home);
  auto& transit = new_transit();
  transit.access = access;
  transit.to = access.home;
  transit.locks = is_locked_from_afar(access) ? parameters_.lock_round_trips : 0;
  if (access.answer_bytes) {
    auto& record = this->record(asker.rank());
    record.asked = &transit;
    record.answer = Answer::awaited;
  }
  if (transit.locks > 0)
    send_for_lock(asker, transit);
  else
    send_for_entry(asker, transit);
}

void MachineEngine::await_stalling(MachineProcessor& self) {
  auto& record = this->record(self.rank());
  if (record.stall == Stall::none)
    return;
  self.set_activity(Activity::stalled);
  while (record.stall == Stall::stalled)
    block(self);
  self.set_activity(Activity::computing);
  if (std::exchange(record.stall, Stall::none) == Stall::lost)
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
  auto& transit = *std::exchange(record.asked, nullptr);
  record.answer = Answer::none;
  self.spend(parameters_.receive_seconds(transit.bytes), &TimeAccount::communication);
  if (transit.holds_lock)
    send_unlock(self, transit);
  else
    release(transit);
}

void MachineEngine::await_room(MachineProcessor& self) {
  auto& record = this->record(self.rank());
  if (record.given_up < max_given_up)
    return;
  record.awaits_room = true;
  self.set_activity(Activity::stalled);
  while (record.given_up >= max_given_up)
    block(self);
  record.awaits_room = false;
  self.resume(now(), &TimeAccount::communication);
}

MachineProcessor* MachineEngine::end_given_up(MachineProcessor& asker, Transit& transit) {
  auto& record = this->record(asker.rank());
  --record.given_up;
  release(transit);
  return record.awaits_room ? wake_if(Activity::stalled, asker) : nullptr;
}

void MachineEngine::drop_answer(AccessRecord& record) {
  if (record.answer == Answer::awaited)
    ++record.given_up; // and still on its way
  else
    release(*record.asked);
  record.asked = nullptr;
  record.answer = Answer::none;
}

void MachineEngine::abandon_answer(int rank) {
  const auto& record = this->record(rank);
  if (record.answer == Answer::awaited)
    keep_handler(*record.asked);
  else if (record.answer == Answer::arrived)
    release_lock(*record.asked);
}

void MachineEngine::send_for_lock(MachineProcessor& asker, Transit& transit) {
  --transit.locks;
  send_part(asker, transit, Transit::Kind::lock, word_bytes, word_bytes);
}

void MachineEngine::send_for_entry(MachineProcessor& asker, Transit& transit) {
  const auto& [home, locked, entry, request_bytes, answer_bytes, handler] = transit.access;
  if (answer_bytes)
    send_part(asker, transit, Transit::Kind::request, request_bytes, answer_bytes);
  else if (parameters_.write == WriteMode::fetched)
    send_part(asker, transit, Transit::Kind::fetch, word_bytes, request_bytes);
  else if (parameters_.write == WriteMode::awaited)
    send_part(asker, transit, Transit::Kind::request, word_bytes, request_bytes);
  else
    send_write(asker, transit);
}

void MachineEngine::send_write(MachineProcessor& asker, Transit& transit) {
  auto bytes = transit.access.request_bytes;
  if (transit.holds_lock) {
    asker.spend(parameters_.send_seconds(word_bytes), &TimeAccount::communication);
    bytes += word_bytes;
  }
  send_part(asker, transit, Transit::Kind::write, bytes, std::nullopt);
}

void MachineEngine::send_unlock(MachineProcessor& asker, Transit& transit) {
  transit.to = transit.access.home;
  send_part(asker, transit, Transit::Kind::unlock, word_bytes, std::nullopt);
}

void MachineEngine::send_part(MachineProcessor& asker, Transit& transit, Transit::Kind kind,
                              std::size_t bytes, std::optional<std::size_t> answer_bytes) {
  transit.kind = kind;
  transit.bytes = bytes;
  record(asker.rank()).stall = transit.stalls() ? Stall::stalled : Stall::none;
  asker.spend(parameters_.send_seconds(bytes), &TimeAccount::communication);
  asker.count_message(parameters_.wire_bytes(bytes));
  if (answer_bytes)
    asker.count_message(parameters_.wire_bytes(*answer_bytes));
  dispatch(asker, transit);
}

void MachineEngine::dispatch(MachineProcessor& sender, Transit& transit) {
  transit.from = sender.rank();
  transit.stage = Transit::Stage::departing;
  sender.schedule().depart(transit.departure);
  send_off(transit);
}

void MachineEngine::departed(const Transit& transit) {
  if (may_put_off_ && (stops_ || !transit.goes_back()))
    machine_.processor(transit.from).schedule().departed(transit.departure);
}

double MachineEngine::serve(MachineProcessor& home, const Transit& transit,
                            std::optional<std::size_t> answer_bytes) {
  const double seconds = parameters_.service_seconds(transit.bytes, answer_bytes);
  if (parameters_.service == Service::hardware)
    return memory_.serve(transit.to, transit.access.entry, now(), seconds) + seconds;
  return home.schedule().serve(now(), home.seconds_from(now(), seconds));
}

void MachineEngine::send_back(MachineProcessor& home, Transit& transit, Transit::Kind kind,
                              std::size_t bytes) {
  transit.departure = serve(home, transit, bytes);
  transit.kind = kind;
  transit.stage = Transit::Stage::departing;
  transit.bytes = bytes;
  std::swap(transit.from, transit.to);
  if (stops_ && parameters_.service != Service::hardware)
    home.schedule().depart_later(transit.departure);
  send_off(transit);
}

void MachineEngine::launch_with_fate(Transit& transit) {
  transit.fate = Fate::arrives;
  double late = 0;
  if (!share_host(transit.from, transit.to)) {
    const auto sending = faults_.next_sending(transit.from);
    transit.fate = sending.fate;
    late = sending.late;
  }
  launch(transit, late);
}

bool MachineEngine::is_lost(const Transit& transit) const {
  const auto& [from, to, departure] = std::tie(transit.from, transit.to, transit.departure);
  return transit.fate == Fate::is_lost || faults_.has_died(from, departure, to, now()) ||
         (!share_host(from, to) && faults_.are_apart(from, departure, to, now()));
}

void MachineEngine::launch_copy(const Transit& transit) {
  auto& copy = new_transit();
  copy.kind = Transit::Kind::copy;
  copy.stage = Transit::Stage::departing;
  copy.fate = Fate::arrives;
  copy.access.home = transit.goes_back() || transit.kind == Transit::Kind::message
                         ? transit.from // so that nobody serves it
                         : transit.to;
  copy.access.entry = transit.access.entry;
  copy.from = transit.from;
  copy.to = transit.to;
  copy.bytes = transit.bytes;
  copy.departure = now();
  launch(copy, 0);
}

MachineProcessor* MachineEngine::arrive_or_lose(Transit& transit) {
  if (transit.kind == Transit::Kind::fault) {
    happen(transit);
    return nullptr;
  }
  if (is_lost(transit))
    return lose(transit);
  if (transit.fate == Fate::arrives_twice)
    launch_copy(transit);
  return take_in(transit);
}

void MachineEngine::happen(Transit& fault) {
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
    return set_link(failure.link, !faults_.is_down(failure.link, now()));
  auto& processor = machine_.processor(failure.processor);
  if (failure.is_for_good())
    fail(processor);
  else if (!processor.failed())
    processor.stop(now(), failure.until);
}

void MachineEngine::fail(MachineProcessor& processor) {
  if (processor.failed())
    return;
  const bool finished = processor.activity() == Activity::finished;
  processor.fail(now());
  if (finished)
    return;
  --running_;
  abandon_answer(processor.rank());
  events_.remove(static_cast<std::uint32_t>(processor.rank()));
  end_program(processor.rank());
}

void MachineEngine::release_lock(Transit& transit) {
  if (!std::exchange(transit.holds_lock, false))
    return;
  for (const int rank : locks_.release(transit.access.home, transit.access.entry)) {
    if (!machine_.processor(rank).failed())
      go_on_at(now(), rank);
  }
}

MachineProcessor* MachineEngine::come_back(MachineProcessor& asker, Transit& transit) {
  asker.wait_until(now(), &TimeAccount::communication);
  asker.spend(parameters_.receive_seconds(transit.bytes), &TimeAccount::communication);
  transit.to = transit.access.home;
  if (transit.kind == Transit::Kind::refused) {
    ++asker.traffic().lock_retries;
    ++transit.locks;
  }
  if (transit.locks > 0)
    send_for_lock(asker, transit);
  else if (transit.kind == Transit::Kind::fetched)
    send_write(asker, transit);
  else
    send_for_entry(asker, transit);
  return record(asker.rank()).stall == Stall::none ? wake_if(Activity::stalled, asker) : nullptr;
}

MachineProcessor* MachineEngine::arrive_answer(MachineProcessor& asker, Transit& transit) {
  auto& record = this->record(asker.rank());
  if (record.asked == &transit) {
    record.answer = Answer::arrived;
    return wake_if(Activity::awaiting_answer, asker);
  }
  if (transit.stalls()) { // a write, which has been made
    asker.wait_until(now(), &TimeAccount::communication);
    asker.spend(parameters_.receive_seconds(transit.bytes), &TimeAccount::communication);
    record.stall = Stall::none;
    if (transit.holds_lock)
      send_unlock(asker, transit);
    else
      release(transit);
    return wake_if(Activity::stalled, asker);
  }
  return end_given_up(asker, transit); // who has no lock, since who has one waits
}

MachineProcessor* MachineEngine::take_in(Transit& transit) {
  auto& receiver = machine_.processor(transit.to);
  const auto& access = transit.access;
  // Locks are taken and handlers applied now and not when they have been served: nobody can tell,
  // as accesses are served in order.
  switch (transit.kind) {
  case Transit::Kind::lock:
    transit.holds_lock = transit.locks == 0 && locks_.take(access.home, access.entry);
    send_back(receiver, transit,
              transit.holds_lock || transit.locks > 0 ? Transit::Kind::locked
                                                      : Transit::Kind::refused,
              word_bytes);
    return nullptr;
  case Transit::Kind::fetch:
    send_back(receiver, transit, Transit::Kind::fetched, access.request_bytes);
    return nullptr;
  case Transit::Kind::request:
    access.handler(machine_.tables());
    send_back(receiver, transit, Transit::Kind::answer,
              access.answer_bytes.value_or(access.request_bytes));
    return nullptr;
  case Transit::Kind::write:
    access.handler(machine_.tables());
    [[fallthrough]];
  case Transit::Kind::unlock:
    (void)serve(receiver, transit, std::nullopt);
    release_lock(transit);
    release(transit);
    return nullptr;
  case Transit::Kind::locked:
  case Transit::Kind::refused:
  case Transit::Kind::fetched:
    return come_back(receiver, transit);
  case Transit::Kind::answer:
    return arrive_answer(receiver, transit);
  case Transit::Kind::message:
    receiver.record_arrived(transit.from, transit.number, now());
    channels_.arrive(transit.number, transit.to, std::move(transit.message),
                     [&](Message message) { receiver.deliver(std::move(message)); });
    release(transit);
    return receiver.has_message() ? wake_if(Activity::awaiting_message, receiver) : nullptr;
  case Transit::Kind::copy:
    if (access.home == transit.to)
      (void)serve(receiver, transit, std::nullopt);
    release(transit);
    return nullptr;
  case Transit::Kind::fault:
    return nullptr;
  }
  return nullptr;
}

MachineProcessor* MachineEngine::lose(Transit& transit) {
  release_lock(transit); // as its holder's time-out would
  auto& asker = machine_.processor(transit.goes_back() ? transit.to : transit.from);
  auto& record = this->record(asker.rank());
  const bool stalls = transit.stalls();
  const bool asked = record.asked == &transit;
  if (stalls)
    record.stall = Stall::lost;
  if (asked)
    record.answer = Answer::lost;
  else if (transit.reads())
    return end_given_up(asker, transit);
  else // a message, a write, or a copy
    release(transit);
  if (stalls && asker.activity() == Activity::stalled)
    return &asker;
  return asked ? wake_if(Activity::awaiting_answer, asker) : nullptr;
}

} // namespace eldest
