#include "sim/machines/simulated/simulated_processor.hpp"

#include "sim/machines/simulated/simulated_machine.hpp"
#include "trees/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace eldest {
namespace {

/// A processor that does nothing but access the table or look for messages this many times in a row
/// is taken to do so forever.
constexpr std::uint64_t livelock_operations = 1'000'000;

} // namespace

void SimulatedProcessor::settle() {
  if (processors_ > 1) {
    engine_.catch_up(*this);
    schedule_.wait_until(engine_.now());
  }
  caught_up_ = true;
  account_rest(&TimeAccount::communication);
}

void SimulatedProcessor::end_wait(TimeCategory category) {
  caught_up_ = true;
  schedule_.wait_until(engine_.now());
  account_rest(category);
}

void SimulatedProcessor::resume(TimeCategory category) {
  activity_ = Activity::computing;
  end_wait(category);
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
  const bool for_table = activity_ == Activity::computing || activity_ == Activity::awaiting_lock ||
                         activity_ == Activity::awaiting_answer;
  return for_table ? &TimeAccount::communication : &TimeAccount::idle;
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

bool SimulatedProcessor::access_locally(const RemoteAccess& access) {
  if (access.home != rank_)
    return false;
  const auto& machine = machine_.parameters();
  spend(machine.local_access + (access.locked ? machine.lock_time : 0),
        &TimeAccount::communication);
  settle();
  access.handler(tables_);
  return true;
}

void SimulatedProcessor::pay_to_send(std::size_t bytes, std::optional<std::size_t> answer_bytes) {
  spend(machine_.parameters().send_seconds(bytes), &TimeAccount::communication);
  count_message(bytes);
  if (answer_bytes)
    count_message(*answer_bytes);
}

void SimulatedProcessor::take_lock() {
  end_wait(&TimeAccount::communication);
  const auto& machine = machine_.parameters();
  const double unlock = machine.send_seconds(lock_bytes); // for the write that will
  spend(machine.receive_seconds(lock_bytes) + unlock, &TimeAccount::communication);
}

bool SimulatedProcessor::await_lock() {
  if (machine_.parameters().lock_round_trips == 0)
    return true;
  activity_ = Activity::awaiting_lock;
  const bool sent = engine_.await_lock(*this);
  activity_ = Activity::computing;
  if (!sent)
    end_wait(&TimeAccount::communication);
  return sent;
}

bool SimulatedProcessor::take_answer(std::size_t answer_bytes) {
  activity_ = Activity::awaiting_answer;
  const bool arrived = engine_.await_answer(*this);
  resume(&TimeAccount::communication);
  if (arrived)
    spend(machine_.parameters().receive_seconds(answer_bytes), &TimeAccount::communication);
  return arrived;
}

void SimulatedProcessor::start_ask(const RemoteAccess& access) {
  count_operation();
  ++traffic_.reads;
  if (access_locally(access))
    return;
  ++traffic_.remote_reads;
  asked_ = {*access.answer_bytes, access.home, false};
  engine_.access(*this, access);
  if (machine_.parameters().split_phase) {
    asked_->lost = !await_lock();
    return;
  }
  asked_->lost = !take_answer(asked_->answer_bytes);
  if (!asked_->lost)
    asked_.reset();
}

void SimulatedProcessor::finish_ask() {
  if (asked_->lost || !take_answer(asked_->answer_bytes)) {
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

void SimulatedProcessor::start_post(const RemoteAccess& access) {
  count_operation();
  ++traffic_.writes;
  if (access_locally(access))
    return;
  ++traffic_.remote_writes;
  engine_.access(*this, access);
  (void)await_lock(); // if it is lost, so is what was to be written
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
