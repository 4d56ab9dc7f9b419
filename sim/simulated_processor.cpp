#include "sim/simulated_processor.hpp"

#include "sim/run_error.hpp"
#include "sim/simulated_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace eldest {
namespace {

/// A machine word, which is what a lock swaps.
constexpr std::size_t lock_bytes = 8;

/// A processor that does nothing but access the table or look for messages this many times in a row
/// is taken to do so forever.
constexpr std::uint64_t livelock_operations = 1'000'000;

} // namespace

void SimulatedProcessor::settle() {
  if (processors_ > 1) {
    engine_.catch_up(*this);
    timeline_.wait_until(engine_.now());
  }
  caught_up_ = true;
  account_rest(&TimeAccount::communication);
}

void SimulatedProcessor::resume(TimeCategory category) {
  activity_ = Activity::computing;
  caught_up_ = true;
  timeline_.wait_until(engine_.now());
  account_rest(category);
}

void SimulatedProcessor::finish() {
  settle();
  activity_ = Activity::finished;
  finished_at_ = now();
}

void SimulatedProcessor::fail() {
  failed_ = true;
  if (activity_ == Activity::finished)
    return;
  finished_at_ = engine_.now();
  const double ahead = accounted_until_ - finished_at_;
  if (ahead > 0) {
    const double work = std::min(ahead, account_.work);
    account_.work -= work;
    account_.communication -= ahead - work;
  } else {
    account_.*waiting_category() -= ahead;
  }
  if (trace_ != nullptr) {
    trace_->timeline(rank_).cut(finished_at_);
    record_until(finished_at_, waiting_category());
  }
  accounted_until_ = finished_at_;
  activity_ = Activity::failed;
}

void SimulatedProcessor::give_up() {
  if (trace_ != nullptr && activity_ != Activity::failed)
    record_until(engine_.now(), waiting_category());
}

TimeCategory SimulatedProcessor::waiting_category() const {
  const bool for_answer =
      activity_ == Activity::computing || activity_ == Activity::awaiting_answer;
  return for_answer ? &TimeAccount::communication : &TimeAccount::idle;
}

void SimulatedProcessor::record_activity(double seconds, TimeCategory category) {
  // Up to here it has served accesses, if the activity does not follow right after the last one.
  record_until(now(), &TimeAccount::communication);
  record_until(now() + seconds, category);
}

void SimulatedProcessor::idle_until(double end) {
  if (trace_ != nullptr && activity_ == Activity::finished)
    record_until(end, &TimeAccount::idle);
  account_.idle += end - accounted_until_;
  accounted_until_ = end;
}

void SimulatedProcessor::count_operation() {
  if (rank_ == 0)
    machine_.show_progress();
  if (++operations_since_work_ > livelock_operations)
    throw RunError(fmt::format("livelock: processor {} has done no work in {} table accesses and "
                               "looks for messages: {}",
                               rank_, livelock_operations, machine_.states()));
}

void SimulatedProcessor::count_message(std::size_t bytes) {
  ++traffic_.messages;
  traffic_.bytes += machine_.parameters().wire_bytes(bytes);
}

bool SimulatedProcessor::access_locally(RemoteAccess& access, bool locked) {
  if (access.home != rank_)
    return false;
  const auto& machine = machine_.parameters();
  spend(machine.local_access + (locked ? machine.lock_time : 0), &TimeAccount::communication);
  settle();
  access.handler(tables_);
  return true;
}

void SimulatedProcessor::begin_round_trip(const RemoteAccess& access) {
  spend(machine_.parameters().send_seconds(access.request_bytes), &TimeAccount::communication);
  count_message(access.request_bytes);
  count_message(*access.answer_bytes);
  engine_.ask(*this, access);
}

bool SimulatedProcessor::end_round_trip(double overhead) {
  activity_ = Activity::awaiting_answer;
  const bool arrived = engine_.await_answer(*this);
  resume(&TimeAccount::communication);
  if (arrived)
    spend(overhead, &TimeAccount::communication);
  return arrived;
}

bool SimulatedProcessor::lock(int home) {
  const auto& machine = machine_.parameters();
  for (int trip = 0; trip < machine.lock_round_trips; ++trip) {
    begin_round_trip({home, lock_bytes, lock_bytes, {}});
    const double unlock = machine.send_seconds(lock_bytes); // for the write that will
    if (!end_round_trip(machine.receive_seconds(lock_bytes) + unlock))
      return false;
  }
  return true;
}

void SimulatedProcessor::start_ask(RemoteAccess access, bool locked) {
  count_operation();
  ++traffic_.reads;
  if (access_locally(access, locked))
    return;
  ++traffic_.remote_reads;
  const auto& machine = machine_.parameters();
  asked_ = {access.home, *access.answer_bytes, locked && !lock(access.home)};
  if (asked_->lost)
    return;
  begin_round_trip(access);
  if (machine.split_phase)
    return;
  asked_->lost = !end_round_trip(machine.receive_seconds(asked_->answer_bytes));
  if (!asked_->lost)
    asked_.reset();
}

void SimulatedProcessor::finish_ask() {
  const double overhead = machine_.parameters().receive_seconds(asked_->answer_bytes);
  if (asked_->lost || !end_round_trip(overhead)) {
    activity_ = Activity::awaiting_answer;
    engine_.suspend(*this);
  }
  asked_.reset();
}

bool SimulatedProcessor::finish_ask_within(double seconds) {
  activity_ = Activity::awaiting_answer;
  const bool arrived = engine_.await_answer_until(*this, now() + seconds);
  resume(&TimeAccount::communication);
  if (arrived)
    spend(machine_.parameters().receive_seconds(asked_->answer_bytes), &TimeAccount::communication);
  asked_.reset();
  return arrived;
}

void SimulatedProcessor::start_post(RemoteAccess access, bool locked) {
  count_operation();
  ++traffic_.writes;
  if (access_locally(access, locked))
    return;
  ++traffic_.remote_writes;
  if (locked && !lock(access.home))
    return;
  spend(machine_.parameters().send_seconds(access.request_bytes), &TimeAccount::communication);
  count_message(access.request_bytes);
  engine_.post(*this, access);
}

void SimulatedProcessor::send(int to, Message message) {
  count_operation();
  const auto& machine = machine_.parameters();
  const double begin = now();
  spend(machine.send_seconds(message.bytes) + machine.message_overhead,
        &TimeAccount::communication);
  count_message(message.bytes);
  const auto number = channel(to).sent++;
  if (trace_ != nullptr)
    trace_->messages.sent(rank_, to, number, message.bytes, begin);
  engine_.send(*this, to, number, std::move(message));
}

SimulatedProcessor::Channel& SimulatedProcessor::channel(int rank) {
  if (channels_.empty())
    channels_.resize(static_cast<std::size_t>(processors_));
  return channels_[static_cast<std::size_t>(rank)];
}

void SimulatedProcessor::deliver(std::uint32_t number, Message message) {
  const int from = message.from;
  if (trace_ != nullptr)
    trace_->messages.arrived(from, rank_, number, engine_.now());
  auto& next = channel(from).next;
  if (number != next) {
    early_.emplace(std::pair(from, number), std::move(message));
    return;
  }
  inbox_.push_back(std::move(message));
  ++next;
  for (auto early = early_.find({from, next}); early != early_.end();
       early = early_.find({from, next})) {
    inbox_.push_back(std::move(early->second));
    early_.erase(early);
    ++next;
  }
}

Message SimulatedProcessor::take_message() {
  auto message = std::move(inbox_.front());
  inbox_.pop_front();
  const auto& machine = machine_.parameters();
  spend(machine.receive_seconds(message.bytes) + machine.message_overhead,
        &TimeAccount::communication);
  return message;
}

std::optional<Message> SimulatedProcessor::poll() {
  count_operation();
  if (inbox_.empty() && !caught_up_)
    settle();
  if (inbox_.empty()) {
    caught_up_ = false;
    return std::nullopt;
  }
  return take_message();
}

Message SimulatedProcessor::wait() {
  count_operation();
  settle();
  if (inbox_.empty()) {
    activity_ = Activity::awaiting_message;
    engine_.await_message(*this);
  }
  resume(&TimeAccount::idle);
  return take_message();
}

double SimulatedProcessor::latency_to(int rank) const {
  return rank == rank_ ? 0 : engine_.latency(rank_, rank);
}

} // namespace eldest
