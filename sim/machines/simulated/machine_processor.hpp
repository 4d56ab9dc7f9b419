#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/simulated/busy_time.hpp"
#include "sim/machines/simulated/processor_schedule.hpp"
#include "sim/machines/simulated/speed_profile.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace eldest {

struct Trace;

/// A processor as the machine and its engine see it: its clock, the account of its time, and the
/// messages that have arrived. An algorithm uses a SimulatedProcessor instead.
///
/// The processor's clock may be ahead of the machine's. A `machine_time` is in seconds since the
/// start by the machine's clock.
class alignas(64) MachineProcessor {
public:
  /// The activity of a processor. It determines the event that wakes the processor, and the
  /// category of its time.
  enum class Activity : std::uint8_t {
    computing,       ///< running its program, or waiting for its turn to do so
    stalled,         ///< waiting until a table access can begin or go on
    awaiting_answer, ///< waiting for the answer to a read
    awaiting_message,
    finished,
    failed,
  };

  /// `stops`: true if the processor may stop for a while.
  MachineProcessor(int rank, Service service, bool stops = false)
      : rank_(rank), schedule_(service, stops) {}

  [[nodiscard]] int rank() const { return rank_; }
  /// Seconds since the start, by the processor's own clock.
  [[nodiscard]] double now() const { return schedule_.free_at(); }
  [[nodiscard]] Activity activity() const { return activity_; }
  /// Returns true if the processor has failed, even if only after it had finished.
  [[nodiscard]] bool failed() const { return failed_; }
  /// The time when the processor finished or failed, in seconds since the start.
  [[nodiscard]] double finished_at() const { return finished_at_; }

  [[nodiscard]] const TimeAccount& account() const { return account_; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] Traffic& traffic() { return traffic_; }
  void count_message(std::size_t wire_bytes) {
    ++traffic_.messages;
    traffic_.bytes += wire_bytes;
  }

  /// Measures, in `busy_time`, when the processor is not idle. `place`: see BusyTime.
  void measure_busy_time(BusyTime& busy_time, std::size_t place) {
    busy_time_ = &busy_time;
    place_on_host_ = place;
  }

  /// Sets the speed profile that the processor has from the start on.
  void set_speed_profile(const SpeedProfile& profile) {
    speed_profile_ = std::make_unique<const SpeedProfile>(profile);
  }
  /// Seconds that the processor takes, from `begin` on, for what takes `seconds` at full speed.
  [[nodiscard]] double seconds_from(double begin, double seconds) const {
    return speed_profile_ == nullptr ? seconds : speed_profile_->seconds_from(begin, seconds);
  }

  /// Spends the time of an activity of the processor's own, which takes `seconds` at full speed.
  /// Accounts for it under `category`.
  void spend(double seconds, TimeCategory category) {
    if (speed_profile_ != nullptr) [[unlikely]]
      seconds = speed_profile_->seconds_from(now(), seconds);
    if (trace_ != nullptr) [[unlikely]]
      record_activity(seconds, category);
    schedule_.run(seconds);
    account_.*category += seconds;
    accounted_until_ += seconds;
  }
  /// Waits until `machine_time`, unless the processor's own clock is there already. All time not
  /// accounted for goes under `category`.
  void wait_until(double machine_time, TimeCategory category) {
    caught_up_ = true;
    schedule_.wait_until(machine_time);
    account_rest(category);
  }

  void set_activity(Activity activity) { activity_ = activity; }
  /// Waits like `wait_until`, and marks the program as computing again.
  void resume(double machine_time, TimeCategory category) {
    activity_ = Activity::computing;
    wait_until(machine_time, category);
  }
  /// Ends the processor's program. The processor still serves the accesses of others.
  void finish();
  /// Makes the processor fail at `machine_time`, which is now. If its own clock is ahead, the time
  /// ahead is taken back from its account: first idle time of a stop, then work, then
  /// communication.
  void fail(double machine_time);
  /// Stops the processor from `machine_time`, which is now, until `until`. It is idle during that
  /// time.
  void stop(double machine_time, double until);
  /// Ends the processor's trace with its current wait, in a run that ends in an error.
  void give_up(double machine_time);
  /// Accounts for idle time from this processor's own finish or failure until `end`, the finish or
  /// failure of the last processor.
  void idle_until(double end);

  /// The times when the processor serves accesses, and when what it sends leaves.
  [[nodiscard]] ProcessorSchedule& schedule() { return schedule_; }

  /// Records in the processor's trace, unless it has none, a message that it sends. See Channels
  /// for `number`.
  void record_sent(int to, std::uint32_t number, std::size_t bytes, double sent_at);
  /// Records in the processor's trace, unless it has none, a message that has arrived.
  void record_arrived(int from, std::uint32_t number, double machine_time);
  /// Keeps a message for the processor's program. `began`: when its first packet arrived, in
  /// seconds since the start.
  void deliver(Message message, double began) { messages_.push_back({std::move(message), began}); }
  [[nodiscard]] bool has_message() const { return !messages_.empty(); }

  // Precondition of these: the processor has a message.

  [[nodiscard]] const Message& next_message() const { return messages_.front().message; }
  /// The time when the first packet of the next message arrived, in seconds since the start.
  [[nodiscard]] double next_message_began() const { return messages_.front().began; }
  /// Hands out the next message.
  [[nodiscard]] Message take_message() {
    auto message = std::move(messages_.front().message);
    messages_.pop_front();
    return message;
  }

  /// Returns true if the machine's clock has caught up with the processor's since the processor's
  /// latest unsuccessful look for messages. All messages that have arrived by that look have then
  /// been delivered.
  [[nodiscard]] bool caught_up() const { return caught_up_; }
  void found_nothing() { caught_up_ = false; }

  /// Sets the search's counters and the depth of its current iteration, for reports of progress.
  /// Null pointers end that.
  void watch(const Counters* counters, const int* depth) {
    watched_counters_ = counters;
    watched_depth_ = depth;
  }
  /// The counters set by `watch`, or null.
  [[nodiscard]] const Counters* watched_counters() const { return watched_counters_; }
  [[nodiscard]] std::uint64_t nodes_so_far() const {
    return watched_counters_ == nullptr ? 0 : watched_counters_->nodes();
  }
  [[nodiscard]] int depth_so_far() const { return watched_depth_ == nullptr ? 0 : *watched_depth_; }

  /// Sets the phase of the algorithm, which the trace shows. Returns the phase before.
  Phase enter_phase(Phase phase) { return std::exchange(phase_, phase); }
  /// Records in `trace`, from now on, what the processor does. Returns the observer that records
  /// what its search visits.
  NodeWatcher& record(Trace& trace);

private:
  struct Arrived {
    Message message;
    double began;
  };

  /// Accounts for all time that has not been accounted for, under `category`.
  void account_rest(TimeCategory category) {
    if (trace_ != nullptr) [[unlikely]]
      record_until(now(), category);
    if (busy_time_ != nullptr && category == &TimeAccount::idle) [[unlikely]]
      end_busy_span(schedule_.free_at());
    account_.*category += schedule_.free_at() - accounted_until_;
    accounted_until_ = schedule_.free_at();
  }
  /// Adds the time until which the account goes to the busy time. The processor is idle from then
  /// on until `idle_until`, in seconds since the start.
  void end_busy_span(double idle_until) {
    busy_time_->add(place_on_host_, busy_since_, accounted_until_);
    busy_since_ = idle_until;
  }
  void record_activity(double seconds, TimeCategory category);
  void record_until(double end, TimeCategory category);
  /// The category of time under which the current wait is accounted for.
  [[nodiscard]] TimeCategory waiting_category() const;

  // Work needs only the second cache line, an access also the first. With many processors, neither
  // is in the first-level cache when the processor's turn comes.
  Traffic traffic_;
  int rank_;
  Activity activity_ = Activity::computing;
  Phase phase_ = Phase::searching;
  bool caught_up_ = true;
  bool failed_ = false;
  alignas(64) Trace* trace_ = nullptr;
  std::unique_ptr<const SpeedProfile> speed_profile_; ///< null if the speed is constant
  double accounted_until_ = 0;
  TimeAccount account_;
  ProcessorSchedule schedule_;   ///< its beginning is needed most
  std::deque<Arrived> messages_; ///< that have arrived, until they are taken
  double finished_at_ = 0;
  double stopped_until_ = 0;
  const Counters* watched_counters_ = nullptr;
  const int* watched_depth_ = nullptr;
  BusyTime* busy_time_ = nullptr;       ///< of its host, or null
  std::size_t place_on_host_ = 0;       ///< among the processors in `busy_time_`
  double busy_since_ = 0;               ///< end of its latest idle time
  std::uint64_t accesses_recorded_ = 0; ///< table accesses already in the trace
};

} // namespace eldest
