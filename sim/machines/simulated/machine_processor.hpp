#pragma once

#include "algorithms/search/counters.hpp"
#include "algorithms/search/node_watcher.hpp"
#include "algorithms/search/phase.hpp"
#include "algorithms/search/processor.hpp"
#include "sim/machines/accounts.hpp"
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
/// messages that have arrived. An algorithm is handed a SimulatedProcessor instead.
///
/// Its clock may be ahead of the machine's; a `machine_time` is seconds since the start by the
/// machine's clock.
class alignas(64) MachineProcessor {
public:
  /// What a processor is doing: who wakes it, and what it spends its time on.
  enum class Activity : std::uint8_t {
    computing,
    stalled,
    awaiting_answer,
    awaiting_message,
    finished,
    failed,
  };

  /// `stops`: it may stop for a while.
  MachineProcessor(int rank, Service service, bool stops = false)
      : rank_(rank), schedule_(service, stops) {}

  [[nodiscard]] int rank() const { return rank_; }
  /// Seconds since the start, by its own clock.
  [[nodiscard]] double now() const { return schedule_.free_at(); }
  [[nodiscard]] Activity activity() const { return activity_; }
  /// Whether it has failed, though perhaps after it had finished.
  [[nodiscard]] bool failed() const { return failed_; }
  /// When it finished or failed, in seconds since the start.
  [[nodiscard]] double finished_at() const { return finished_at_; }

  [[nodiscard]] const TimeAccount& account() const { return account_; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] Traffic& traffic() { return traffic_; }
  void count_message(std::size_t wire_bytes) {
    ++traffic_.messages;
    traffic_.bytes += wire_bytes;
  }

  /// Has it keep a profile of its own from the start on.
  void set_speed_profile(const SpeedProfile& profile) {
    speed_profile_ = std::make_unique<const SpeedProfile>(profile);
  }
  /// The seconds that it takes, begun at a time, for what takes `seconds` at full speed.
  [[nodiscard]] double seconds_from(double begin, double seconds) const {
    return speed_profile_ == nullptr ? seconds : speed_profile_->seconds_from(begin, seconds);
  }

  /// Spends some seconds, at full speed, on an activity of its own, accounted for under `category`.
  void spend(double seconds, TimeCategory category) {
    if (speed_profile_ != nullptr) [[unlikely]]
      seconds = speed_profile_->seconds_from(now(), seconds);
    if (trace_ != nullptr) [[unlikely]]
      record_activity(seconds, category);
    schedule_.run(seconds);
    account_.*category += seconds;
    accounted_until_ += seconds;
  }
  /// Waits until the machine's time, if its own clock is not there yet. All time not accounted for
  /// goes under `category`.
  void wait_until(double machine_time, TimeCategory category) {
    caught_up_ = true;
    schedule_.wait_until(machine_time);
    account_rest(category);
  }

  void set_activity(Activity activity) { activity_ = activity; }
  /// The same as `wait_until`, and its program goes on.
  void resume(double machine_time, TimeCategory category) {
    activity_ = Activity::computing;
    wait_until(machine_time, category);
  }
  /// Ends its program. It still serves the accesses of others.
  void finish();
  /// Makes it fail. It may have searched ahead of the machine's clock: that is undone in its
  /// account, as work if there is as much.
  void fail(double machine_time);
  /// Stops it, now, until a later time; it is idle meanwhile.
  void stop(double machine_time, double until);
  /// Ends its trace, for a run that ends in an error, with what it is waiting for.
  void give_up(double machine_time);
  /// Accounts for the time between its own finish or failure and that of the last processor.
  void idle_until(double end);

  /// When it serves accesses, and what it sends leaves.
  [[nodiscard]] ProcessorSchedule& schedule() { return schedule_; }

  /// Notes in its trace, if it has one, a message that it sends; see Channels for its number.
  void record_sent(int to, std::uint32_t number, std::size_t bytes, double sent_at);
  /// Notes there one that has arrived.
  void record_arrived(int from, std::uint32_t number, double machine_time);
  /// Keeps a message for its program.
  void deliver(Message message) { messages_.push_back(std::move(message)); }
  [[nodiscard]] bool has_message() const { return !messages_.empty(); }
  /// Hands out the next message. Precondition: there is one.
  [[nodiscard]] Message take_message() {
    auto message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }

  /// Whether the machine's clock has caught up with its own since it last looked for messages in
  /// vain: a message that had been sent by then would be here.
  [[nodiscard]] bool caught_up() const { return caught_up_; }
  void looked_in_vain() { caught_up_ = false; }

  /// The search's counters and the depth of its current iteration, or null pointers.
  void watch(const Counters* counters, const int* depth) {
    watched_counters_ = counters;
    watched_depth_ = depth;
  }
  [[nodiscard]] std::uint64_t nodes_so_far() const {
    return watched_counters_ == nullptr ? 0 : watched_counters_->nodes();
  }
  [[nodiscard]] int depth_so_far() const { return watched_depth_ == nullptr ? 0 : *watched_depth_; }

  /// Changes the phase of its algorithm that the trace shows; returns the one before.
  Phase enter_phase(Phase phase) { return std::exchange(phase_, phase); }
  /// Records what it does from now on, and what its search visits.
  void record(Trace& trace);
  /// The observer of its search, or null.
  [[nodiscard]] NodeWatcher* node_watcher() const { return watcher_; }

private:
  /// Accounts under `category` for whatever time has passed unaccounted.
  void account_rest(TimeCategory category) {
    if (trace_ != nullptr) [[unlikely]]
      record_until(now(), category);
    account_.*category += schedule_.free_at() - accounted_until_;
    accounted_until_ = schedule_.free_at();
  }
  void record_activity(double seconds, TimeCategory category);
  void record_until(double end, TimeCategory category);
  /// What it spends its time on while it waits for what it is waiting for.
  [[nodiscard]] TimeCategory waiting_category() const;

  // Work needs the second cache line only, an access the first as well: with many processors none
  // of them is in the first-level cache when its processor's turn comes.
  Traffic traffic_;
  int rank_;
  Activity activity_ = Activity::computing;
  Phase phase_ = Phase::searching;
  bool caught_up_ = true;
  bool failed_ = false;
  alignas(64) Trace* trace_ = nullptr;
  NodeWatcher* watcher_ = nullptr;                    ///< the trace's
  std::unique_ptr<const SpeedProfile> speed_profile_; ///< null for an even one
  double accounted_until_ = 0;
  TimeAccount account_;
  ProcessorSchedule schedule_;   ///< of which the beginning is needed most
  std::deque<Message> messages_; ///< that have arrived, until they are taken
  double finished_at_ = 0;
  double stopped_until_ = 0;
  const Counters* watched_counters_ = nullptr;
  const int* watched_depth_ = nullptr;
  std::uint64_t accesses_recorded_ = 0; ///< to the tables
};

} // namespace eldest
