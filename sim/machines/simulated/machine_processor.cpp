#include "sim/machines/simulated/machine_processor.hpp"

#include "sim/machines/trace/trace.hpp"

#include <algorithm>

namespace eldest {

void MachineProcessor::finish() {
  activity_ = Activity::finished;
  finished_at_ = now();
}

void MachineProcessor::fail(double machine_time) {
  failed_ = true;
  if (activity_ == Activity::finished)
    return;
  finished_at_ = machine_time;
  double ahead = accounted_until_ - finished_at_;
  if (ahead > 0) {
    const double stopped = std::clamp(stopped_until_ - finished_at_, 0.0, ahead);
    account_.idle -= stopped;
    ahead -= stopped;
    const double work = std::min(ahead, account_.work);
    account_.work -= work;
    account_.communication -= ahead - work;
  } else {
    if (busy_time_ != nullptr && waiting_category() == &TimeAccount::idle)
      end_busy_span(finished_at_);
    account_.*waiting_category() -= ahead;
  }
  if (trace_ != nullptr) {
    trace_->timeline(rank_).cut(finished_at_);
    record_until(finished_at_, waiting_category());
  }
  accounted_until_ = finished_at_;
  activity_ = Activity::failed;
}

void MachineProcessor::stop(double machine_time, double until) {
  const bool searches = activity_ != Activity::finished && activity_ != Activity::failed;
  if (searches) {
    schedule_.wait_until(machine_time);
    account_rest(waiting_category());
    stopped_until_ = std::max(stopped_until_, until);
  }
  schedule_.stop(machine_time, until);
  if (searches)
    account_rest(&TimeAccount::idle);
}

void MachineProcessor::give_up(double machine_time) {
  if (trace_ != nullptr && activity_ != Activity::failed)
    record_until(machine_time, waiting_category());
}

void MachineProcessor::idle_until(double end) {
  if (trace_ != nullptr && activity_ == Activity::finished)
    record_until(end, &TimeAccount::idle);
  if (busy_time_ != nullptr)
    end_busy_span(end);
  account_.idle += end - accounted_until_;
  accounted_until_ = end;
}

void MachineProcessor::record_sent(int to, std::uint32_t number, std::size_t bytes,
                                   double sent_at) {
  if (trace_ != nullptr)
    trace_->messages.sent(rank_, to, number, bytes, sent_at);
}

void MachineProcessor::record_arrived(int from, std::uint32_t number, double machine_time) {
  if (trace_ != nullptr)
    trace_->messages.arrived(from, rank_, number, machine_time);
}

NodeWatcher& MachineProcessor::record(Trace& trace) {
  trace_ = &trace;
  auto& search = trace.search(rank_);
  search.set_clock([this] { return now(); });
  return search;
}

void MachineProcessor::record_activity(double seconds, TimeCategory category) {
  // If the activity does not follow right after the last one, the processor has served accesses in
  // between.
  record_until(now(), &TimeAccount::communication);
  record_until(now() + seconds, category);
}

void MachineProcessor::record_until(double end, TimeCategory category) {
  auto& timeline = trace_->timeline(rank_);
  const bool works = category == &TimeAccount::work;
  const bool wasted = works && trace_->search(rank_).is_wasted();
  if (works)
    trace_->search(rank_).worked(end - timeline.end());
  timeline.add(end, {phase_, category, wasted});
  const auto accesses = traffic_.reads + traffic_.writes;
  trace_->accesses.add(end, accesses - std::exchange(accesses_recorded_, accesses));
}

TimeCategory MachineProcessor::waiting_category() const {
  const bool for_table = activity_ == Activity::computing || activity_ == Activity::stalled ||
                         activity_ == Activity::awaiting_answer;
  return for_table ? &TimeAccount::communication : &TimeAccount::idle;
}

} // namespace eldest
