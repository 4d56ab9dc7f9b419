#pragma once

#include "algorithms/processor.hpp"
#include "sim/processor_timeline.hpp"
#include "sim/time_account.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace eldest {

class SimulatedMachine;

/// What a processor did with the table and the network.
struct Traffic {
  std::uint64_t reads = 0;        ///< table accesses with an answer
  std::uint64_t writes = 0;       ///< table accesses without
  std::uint64_t remote_reads = 0; ///< those of them that went to another processor
  std::uint64_t remote_writes = 0;
  std::uint64_t messages = 0; ///< on the network: requests, answers, writes, locks, and all others
  std::uint64_t bytes = 0;    ///< on the wire

  Traffic& operator+=(const Traffic& other) {
    reads += other.reads;
    writes += other.writes;
    remote_reads += other.remote_reads;
    remote_writes += other.remote_writes;
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
};

/// A processor of a simulated machine; see the Processor concept. The search runs for real in its
/// actor, and only its time is modelled: node work moves this processor's own clock ahead of the
/// machine's, and the machine's catches up whenever something can be seen by others.
class SimulatedProcessor {
public:
  /// What a processor is doing: for the report of a deadlock.
  enum class Activity : std::uint8_t {
    computing,
    awaiting_answer,
    awaiting_message,
    finished,
    failed,
  };

  /// Made by the machine only; `speed` is in units of work a second.
  SimulatedProcessor(SimulatedMachine& machine, Tables& tables, int rank, int processors,
                     double speed, Service service)
      : machine_(machine),
        tables_(tables),
        rank_(rank),
        processors_(processors),
        seconds_per_unit_(1 / speed),
        timeline_(service) {}

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int processors() const { return processors_; }
  [[nodiscard]] double now() const { return timeline_.free_at(); }

  void work(double units) {
    operations_since_work_ = 0;
    const double seconds = units * seconds_per_unit_;
    spend(seconds, account_.work);
  }

  template <AskedHandler H> void ask(Key key, H& handler) {
    if (tables_.has<H>())
      start_ask(access<H>(key, handler.answer_bytes), AskedHere(key, handler));
  }
  [[nodiscard]] bool answered() const { return !pending_; }
  void await_answer() {
    if (pending_)
      finish_ask();
  }
  [[nodiscard]] bool await_answer_for(double seconds) {
    return !pending_ || finish_ask_within(seconds);
  }

  template <TableHandler H> void post(Key key, const H& handler) {
    if (tables_.has<H>())
      start_post(access<H>(key, std::nullopt),
                 [this, key, handler]() mutable { tables_.apply(key, rank_, handler); });
  }

  void send(int to, Message message);
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
    return pending_ ? std::optional(pending_->access.home) : std::nullopt;
  }

private:
  friend class SimulatedMachine;

  using Handler = std::function<void()>;

  /// What an access to the tables takes.
  struct Access {
    int home;
    std::size_t request_bytes;
    std::optional<std::size_t> answer_bytes; ///< none if nobody waits for an answer
    bool locked;                             ///< where the machine has locks
  };

  /// A handler that is asked, whatever its type: the asker's own, or a copy that can outlive it.
  class AskedHere {
  public:
    template <AskedHandler H>
    AskedHere(Key key, H& handler)
        : key_(key), handler_(&handler), apply_(&apply<H>), copy_(&copy<H>), assign_(&assign<H>) {}

    void run(Tables& tables, int rank) const { apply_(tables, key_, rank, handler_); }

    /// The same with a copy of the handler, which lives as long as the returned pointer.
    [[nodiscard]] std::pair<AskedHere, std::shared_ptr<void>> detached() const {
      auto copied = copy_(handler_);
      AskedHere here = *this;
      here.handler_ = copied.get();
      return {here, std::move(copied)};
    }

    /// Takes the answer of a copy.
    void take(const AskedHere& copied) const { assign_(handler_, copied.handler_); }

  private:
    template <class H> static void apply(Tables& tables, Key key, int rank, void* handler) {
      tables.apply(key, rank, *static_cast<H*>(handler));
    }
    template <class H> static std::shared_ptr<void> copy(const void* handler) {
      return std::make_shared<H>(*static_cast<const H*>(handler));
    }
    template <class H> static void assign(void* to, const void* from) {
      *static_cast<H*>(to) = *static_cast<const H*>(from);
    }

    Key key_;
    void* handler_;
    void (*apply_)(Tables&, Key, int, void*);
    std::shared_ptr<void> (*copy_)(const void*);
    void (*assign_)(void*, const void*);
  };

  /// An access whose answer is still to come.
  struct Request {
    Access access;
    AskedHere handler;
    bool lost = false; ///< it will never come
  };

  /// What has come from one other processor.
  struct Channel {
    std::uint64_t next = 0;                 ///< number of the next message to be handed out
    std::map<std::uint64_t, Message> early; ///< those that have overtaken it, by number
  };

  template <TableHandler H>
  [[nodiscard]] Access access(Key key, std::optional<std::size_t> answer_bytes) const {
    return {tables_.home<H>(key, rank_), H::request_bytes, answer_bytes, needs_lock<H>};
  }
  void start_ask(const Access& access, const AskedHere& handler);
  void finish_ask();
  /// The same until some seconds from now; whether the answer has come.
  [[nodiscard]] bool finish_ask_within(double seconds);
  /// A request's way to its home, what is done there, and the answer's way back; the caller waits
  /// until all that is over. Whether the answer has arrived.
  [[nodiscard]] bool round_trip(const Access& access, const AskedHere& handler);
  /// The answer to the pending request has arrived.
  void take_answer();
  /// Waits for what will never come.
  [[noreturn]] void wait_forever();
  void start_post(const Access& access, Handler handler);
  /// Locks the entry at `home` where the machine has to; false if a message was lost on the way,
  /// which takes no longer than it was on it.
  [[nodiscard]] bool lock(int home);
  /// What an access takes before its handler runs, where the home is here; whether that is so.
  [[nodiscard]] bool begin_locally(int home);
  [[nodiscard]] Message take_message();
  /// A message has arrived, perhaps before one that was sent earlier.
  void deliver(std::uint64_t number, Message message);

  /// An own activity of some seconds, to be accounted under `category`.
  void spend(double seconds, double& category) {
    timeline_.run(seconds);
    category += seconds;
    accounted_until_ += seconds;
  }
  /// Accounts under `category` for whatever time has passed unaccounted.
  void account_rest(double& category) {
    category += timeline_.free_at() - accounted_until_;
    accounted_until_ = timeline_.free_at();
  }
  /// Lets the machine's clock catch up with this processor's.
  void settle();
  /// Lets this processor's clock catch up with the machine's after a wait.
  void resume(double& category);
  void finish();
  /// Accounts for the time between the own finish or failure and that of the last processor.
  void idle_until(double end);
  /// The processor fails now. It may have searched ahead of the machine's clock: that is undone in
  /// its account, as work if there is as much.
  void fail();
  /// Counts an operation that is no work. Throws RunError if there is nothing else any more.
  void count_operation();

  SimulatedMachine& machine_;
  Tables& tables_;
  int rank_;
  int processors_;
  double seconds_per_unit_;
  ProcessorTimeline timeline_;
  TimeAccount account_;
  double accounted_until_ = 0;
  Traffic traffic_;
  std::optional<Request> pending_;
  std::map<int, std::uint64_t> messages_sent_to_;
  std::map<int, Channel> channels_; ///< by sender
  std::deque<Message> inbox_;
  Activity activity_ = Activity::computing;
  bool failed_ = false;
  std::uint64_t operations_since_work_ = 0;
  bool settled_since_poll_ = false; ///< since a look for messages found none
};

static_assert(Processor<SimulatedProcessor>);

} // namespace eldest
