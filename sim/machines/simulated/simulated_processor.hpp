#pragma once

#include "algorithms/counters.hpp"
#include "algorithms/phase.hpp"
#include "algorithms/processor.hpp"
#include "sim/machines/accounts.hpp"
#include "sim/machines/simulated/bound_handler.hpp"
#include "sim/machines/simulated/machine_engine.hpp"
#include "sim/machines/simulated/processor_schedule.hpp"
#include "sim/machines/trace/trace.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eldest {

class SimulatedMachine;

/// A processor of a simulated machine; see the Processor concept. The search runs for real, on a
/// stack of its own, and only its time is modelled: node work moves this processor's own clock
/// ahead of the machine's, and the machine's catches up whenever something can be seen by others.
class alignas(64) SimulatedProcessor {
public:
  /// What a processor is doing: who wakes it, and what it spends its time on.
  enum class Activity : std::uint8_t {
    computing,
    awaiting_lock,
    awaiting_answer,
    awaiting_message,
    finished,
    failed,
  };

  /// Made by the machine only; `speed` is in units of work a second.
  SimulatedProcessor(SimulatedMachine& machine, MachineEngine& engine, Tables& tables, int rank,
                     int processors, double speed, Service service)
      : machine_(machine),
        engine_(engine),
        tables_(tables),
        rank_(rank),
        processors_(processors),
        seconds_per_unit_(1 / speed),
        schedule_(service) {}

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  [[nodiscard]] double now() const { return schedule_.free_at(); }

  void work(double units) {
    operations_since_work_ = 0;
    const double seconds = units * seconds_per_unit_;
    spend(seconds, &TimeAccount::work);
  }

  template <AskedHandler H> void ask(Key key, H& handler) {
    if (!tables_.has<H>())
      return;
    tables_.prefetch<H>(key, rank_);
    start_ask({home<H>(key), needs_lock<H>, H::request_bytes, handler.answer_bytes,
               BoundHandler::reference_to(key, rank_, handler)});
  }
  [[nodiscard]] bool answered() const { return !asked_; }
  void await_answer() {
    if (asked_)
      finish_ask();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    return !asked_ || finish_ask_within(seconds);
  }

  template <TableHandler H> void post(Key key, const H& handler) {
    if (!tables_.has<H>())
      return;
    tables_.prefetch<H>(key, rank_);
    start_post({home<H>(key), needs_lock<H>, H::request_bytes, std::nullopt,
                BoundHandler::copy_of(key, rank_, handler)});
  }

  void send(int to, Message message);
  /// Sees what has come by the machine's clock, which lags behind this processor's by what it has
  /// done since it last waited for an answer, a lock or a message, or accessed its own part of a
  /// table. Who polls in vain a second time without any of these is let catch up first, so that
  /// messages are heard even where nothing else is communicated.
  [[nodiscard]] std::optional<Message> poll();
  [[nodiscard]] Message wait();

  [[nodiscard]] double latency_to(int rank) const;

  [[nodiscard]] const TimeAccount& account() const { return account_; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] Activity activity() const { return activity_; }
  /// Whether it has failed, though perhaps after it had finished.
  [[nodiscard]] bool failed() const { return failed_; }
  /// The home that an answer is awaited from.
  [[nodiscard]] std::optional<int> asked_home() const {
    return asked_ ? std::optional(asked_->home) : std::nullopt;
  }

  /// What to show of the search while it goes on: its counters and the depth of its iteration.
  void watch(const Counters* counters, const int* depth) {
    watched_counters_ = counters;
    watched_depth_ = depth;
  }
  [[nodiscard]] std::uint64_t nodes_so_far() const {
    return watched_counters_ == nullptr ? 0 : watched_counters_->nodes();
  }
  [[nodiscard]] int depth_so_far() const { return watched_depth_ == nullptr ? 0 : *watched_depth_; }

  /// From now on it is in that phase of its algorithm, in the trace; returns the one before.
  Phase enter_phase(Phase phase) { return std::exchange(phase_, phase); }
  /// Writes down what it does from now on.
  void record(Trace& trace) { trace_ = &trace; }

  // For the machine and its engine:

  /// Ends the program on this processor. What others ask of it is still served.
  void finish();
  /// The processor fails now. It may have searched ahead of the machine's clock: that is undone in
  /// its account, as work if there is as much.
  void fail();
  /// The run ends in an error now: the trace is to have what the processor is waiting for.
  void give_up();
  /// When it finished or failed.
  [[nodiscard]] double finished_at() const { return finished_at_; }
  /// Accounts for the time between the own finish or failure and that of the last processor.
  void idle_until(double end);
  /// Lets the machine's clock catch up with this processor's.
  void settle();
  [[nodiscard]] ProcessorSchedule& schedule() { return schedule_; }
  /// Sends part of an access, for which an answer of so many bytes comes, if one does.
  void pay_to_send(std::size_t bytes, std::optional<std::size_t> answer_bytes);
  /// Takes the answer that what it accesses has been locked.
  void take_lock();
  /// A message has arrived, perhaps before one that was sent earlier.
  void deliver(std::uint32_t number, Message message);
  [[nodiscard]] bool has_message() const { return !inbox_.empty(); }

private:
  /// An access whose answer has not been taken.
  struct Asked {
    std::size_t answer_bytes;
    int home;
    bool lost; ///< it will never come
  };

  /// Messages to and from one other processor.
  struct Channel {
    std::uint32_t sent = 0; ///< how many have gone to it
    std::uint32_t next = 0; ///< number of the next one from it to be handed out
  };

  template <TableHandler H> [[nodiscard]] int home(Key key) const {
    return tables_.home<H>(key, rank_);
  }
  void start_ask(const RemoteAccess& access);
  void finish_ask();
  /// The same until some seconds from now; whether the answer has come.
  [[nodiscard]] bool finish_ask_within(double seconds);
  void start_post(const RemoteAccess& access);
  /// Waits until what is accessed has been locked; false if a message for that was lost.
  [[nodiscard]] bool await_lock();
  /// Waits for the answer and takes it; false if a message for that was lost.
  [[nodiscard]] bool take_answer(std::size_t answer_bytes);
  /// The table access itself, where the home is here; whether that is so.
  [[nodiscard]] bool access_locally(const RemoteAccess& access);
  [[nodiscard]] Message take_message();
  void count_message(std::size_t bytes);
  [[nodiscard]] Channel& channel(int rank);

  /// An own activity of some seconds, to be accounted under `category`.
  void spend(double seconds, TimeCategory category) {
    if (trace_ != nullptr) [[unlikely]]
      record_activity(seconds, category);
    schedule_.run(seconds);
    account_.*category += seconds;
    accounted_until_ += seconds;
  }
  /// Accounts under `category` for whatever time has passed unaccounted.
  void account_rest(TimeCategory category) {
    if (trace_ != nullptr)
      record_until(now(), category);
    account_.*category += schedule_.free_at() - accounted_until_;
    accounted_until_ = schedule_.free_at();
  }
  void record_activity(double seconds, TimeCategory category);
  void record_until(double end, TimeCategory category) {
    trace_->timeline(rank_).add(end, {phase_, category});
  }
  /// Lets this processor's clock catch up with the machine's after a wait.
  void end_wait(TimeCategory category);
  /// The same when the program goes on.
  void resume(TimeCategory category);
  /// What it spends its time on while it waits for what it is waiting for.
  [[nodiscard]] TimeCategory waiting_category() const;
  /// Counts an operation that is no work. Throws RunError if there is nothing else any more.
  void count_operation();

  // What every access and every piece of work needs comes first, in as few cache lines as can be:
  // with many processors none of it is in the first-level cache when its processor's turn comes.
  SimulatedMachine& machine_;
  MachineEngine& engine_;
  Tables& tables_;
  int rank_;
  int processors_;
  double seconds_per_unit_;
  std::uint64_t operations_since_work_ = 0;
  Trace* trace_ = nullptr;
  Activity activity_ = Activity::computing;
  /// The machine's clock has, since the last look for messages in vain: it would be seen if one had
  /// come.
  bool caught_up_ = true;
  bool failed_ = false;
  Phase phase_ = Phase::searching;
  double accounted_until_ = 0;
  TimeAccount account_;
  std::optional<Asked> asked_;
  Traffic traffic_;
  ProcessorSchedule schedule_; ///< of which the beginning is needed most
  std::deque<Message> inbox_;
  std::vector<Channel> channels_; ///< by the other processor's rank; empty until the first message
  /// Messages that have overtaken others, by sender and number.
  std::map<std::pair<int, std::uint32_t>, Message> early_;
  double finished_at_ = 0;
  const Counters* watched_counters_ = nullptr;
  const int* watched_depth_ = nullptr;
};

static_assert(Processor<SimulatedProcessor> && ShowsPhases<SimulatedProcessor> &&
              ShowsProgress<SimulatedProcessor>);

} // namespace eldest
