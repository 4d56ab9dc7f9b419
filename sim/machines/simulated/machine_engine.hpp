#pragma once

#include "algorithms/search/processor.hpp"
#include "sim/machines/simulated/bound_handler.hpp"
#include "sim/machines/simulated/channels.hpp"
#include "sim/machines/simulated/event_queue.hpp"
#include "sim/machines/simulated/faults.hpp"
#include "sim/machines/simulated/held_locks.hpp"
#include "sim/machines/simulated/machine_processor.hpp"
#include "sim/machines/simulated/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

class SimulatedMachine;
struct MachineParameters;
struct MachineSettings;

/// An access to what a processor keeps of a table.
struct TableAccess {
  int home = 0;          ///< rank of that processor
  bool locked = false;   ///< the entry must be locked
  std::size_t entry = 0; ///< index in the table: what is locked, and in which bank it is
  std::size_t request_bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< of a read; a write has no answer
  BoundHandler handler;                    ///< runs at the home
};

/// Carries the table accesses and messages of a machine's processors: they leave when their sender
/// has done what comes before, are served or delivered where they arrive, and wake who waits for
/// them. An access to the memory of a processor's own host does not travel. A model of the machine
/// derives from this; it adds how the network carries them, and how programs are run and take
/// turns.
///
/// The programs of the processors take turns in order of time, each until it must know what others
/// have done: when it waits for an answer or a message, accesses its own part of a table, or has
/// polled twice with nothing of the kind between. Leaves and what is only sent need no turn. So a
/// processor's clock may be ahead of the machine's; what it sends leaves by its own clock.
class MachineEngine {
public:
  MachineEngine(const MachineEngine&) = delete;
  MachineEngine& operator=(const MachineEngine&) = delete;
  virtual ~MachineEngine() = default;

  /// Has the machine's faults happen; to be called before `run`.
  void begin_faults();

  /// Runs `program(rank)` for every processor, until all have returned or failed and everything
  /// sent has arrived. Throws RunError for a deadlock, and what a program throws.
  virtual void run(const std::function<void(int)>& program) = 0;

  /// Seconds since the start, by the machine's clock.
  [[nodiscard]] double now() const { return now_; }

  /// Ends the search at a time: a processor whose own clock has reached it is not let `poll` or
  /// wait, which throw SearchStopped instead, and one that is waiting then goes on with that.
  void stop_at(double seconds) { time_limit_ = seconds; }
  /// Whether a processor has been stopped by that.
  [[nodiscard]] bool has_stopped() const { return stopped_; }

  /// Seconds that the network takes to carry a message of no size.
  [[nodiscard]] virtual double latency(int from, int to) = 0;

  // What a processor's program does. All of it accounts for the time that it takes.

  /// Sends a read; waits for its answer, too, if it takes a lock or the machine is not split-phase.
  /// One at a time for each processor, until its answer has been taken.
  void ask(MachineProcessor& self, const TableAccess& access);
  /// Whether there is no answer to wait for.
  [[nodiscard]] bool answered(int rank) const { return record(rank).answer == Answer::none; }
  /// Takes the answer to what the processor has asked. Blocks it until then: forever, if the answer
  /// has been lost.
  void await_answer(MachineProcessor& self);
  /// Takes the answer to what the processor has asked, if it comes before `deadline`; whether it
  /// has. If not, the handler asked is as it was, and is not referred to any more.
  [[nodiscard]] bool await_answer_until(MachineProcessor& self, double deadline);
  /// The home that a processor awaits an answer from, or did when it failed; none if it has asked
  /// nothing.
  [[nodiscard]] std::optional<int> asked_home(int rank) const;

  /// Sends a write, once it has the entry's lock and, as the machine's WriteMode has it, the entry;
  /// or waits until it has been written.
  void post(MachineProcessor& self, const TableAccess& access);

  /// These three are those of the Processor concept; see SimulatedProcessor for `poll`.
  void send(MachineProcessor& self, int to, Message message);
  [[nodiscard]] std::optional<Message> poll(MachineProcessor& self);
  [[nodiscard]] Message wait(MachineProcessor& self);
  /// The next message, or nothing if none has come by `deadline`, in seconds since the start.
  [[nodiscard]] std::optional<Message> wait_until(MachineProcessor& self, double deadline);

protected:
  /// Something on its way from one processor to another. An access is one transit all the way:
  /// there and back to lock the entry, to fetch it, and for the access itself, and there to unlock
  /// it. A model derives from this what it keeps of a transit while the network has it.
  ///
  /// What changes on the way is in one cache line, with room for 24 bytes of the model's, and what
  /// a read needs at its home in another.
  struct Transit {
    enum class Kind : std::uint8_t {
      lock,
      locked,
      refused, ///< another one holds the lock
      fetch,   ///< of an entry to be written
      fetched,
      request, ///< of a read, or of the only copy of an entry to be written
      answer,
      write,
      unlock,
      message,
      copy,  ///< of something that has arrived already
      fault, ///< nothing on its way: the next failures happen when it arrives
    };
    enum class Stage : std::uint8_t { departing, arriving };

    explicit Transit(std::uint32_t own_index) : index(own_index) {}
    virtual ~Transit() = default;
    Transit(const Transit&) = delete;
    Transit& operator=(const Transit&) = delete;

    Message message;
    alignas(64) TableAccess access;
    alignas(64) Kind kind = Kind::message;
    Stage stage = Stage::departing;
    bool holds_lock = false; ///< of the entry that it is to
    Fate fate = Fate::arrives;
    std::uint32_t index; ///< among the engine's
    int from = 0;
    int to = 0;
    int locks = 0;            ///< still to be sent before the access itself
    std::uint32_t number = 0; ///< of a message: see Channels
    double departure = 0;     ///< by the sender's clock
    std::size_t bytes = 0;

    /// Whether it is a read, on its way there or back, and not for a lock before it.
    [[nodiscard]] bool reads() const {
      return (kind == Kind::request || kind == Kind::answer) && access.answer_bytes;
    }
    /// Whether it is an access on its way back to its asker.
    [[nodiscard]] bool goes_back() const {
      return kind == Kind::locked || kind == Kind::refused || kind == Kind::fetched ||
             kind == Kind::answer;
    }
    /// Whether it stalls its asker until it has come back: all but the parts of a read for which
    /// there is an answer, and those of a write that nobody waits for.
    [[nodiscard]] bool stalls() const {
      switch (kind) {
      case Kind::lock:
      case Kind::locked:
      case Kind::refused:
      case Kind::fetch:
      case Kind::fetched:
        return true;
      case Kind::request:
      case Kind::answer:
        return !access.answer_bytes;
      default:
        return false;
      }
    }
  };

  MachineEngine(SimulatedMachine& machine, int processors, const MachineSettings& settings);

  /// A transit of the model's kind.
  [[nodiscard]] virtual std::unique_ptr<Transit> make_transit(std::uint32_t index) const = 0;
  /// Lets the others go on until it is this processor's turn again.
  virtual void block(const MachineProcessor& self) = 0;
  /// Lets the machine's clock catch up with a processor's, which accesses that it serves meanwhile
  /// may put off.
  virtual void catch_up(MachineProcessor& self) = 0;
  /// Has a transit carried at its departure, to end in `arrive` or `lose`, and to arrive some
  /// seconds late.
  virtual void launch(Transit& transit, double late) = 0;
  /// A processor stops for good in the middle of its program, which does not go on.
  virtual void end_program(int /*rank*/) {}
  /// A link stops carrying messages, or carries them again: what it loses is to end in `lose`. A
  /// model that has seen to that beforehand has nothing to do.
  virtual void set_link(const std::string& /*name*/, bool /*works*/) {}
  /// With many processors, whose data leave the caches between one event and the next: something
  /// about a transit may come soon, or a processor may go on. What that will need can be
  /// prefetched.
  virtual void foresee(const Transit& /*transit*/, Nearness /*nearness*/) {}
  virtual void foresee(const MachineProcessor& /*processor*/, Nearness /*nearness*/) {}
  /// Something will be launched from one processor to another soon.
  virtual void prefetch_route(int /*from*/, int /*to*/) {}

  /// Tells an engine with many processors of the events that may come soon.
  struct Foresight {
    MachineEngine& engine;
    [[nodiscard]] bool is_wanted() const { return engine.processors_ >= many_processors; }
    void operator()(std::uint32_t subject, Nearness nearness) const {
      engine.foresee(subject, nearness);
    }
  };
  /// With fewer, prefetching costs more time than it saves.
  static constexpr std::uint32_t many_processors = 2048;
  using Events = EventQueue<Foresight>;

  [[nodiscard]] SimulatedMachine& machine() const { return machine_; }
  [[nodiscard]] std::uint32_t processors() const { return processors_; }
  [[nodiscard]] Transit& transit(std::uint32_t index) { return *transits_[index]; }

  /// Moves the machine's clock on. Throws RunError if it has been set to the same time so often
  /// that it will never advance.
  void set_clock(double now) {
    if (now > now_)
      times_set_ = 0;
    else if (++times_set_ > max_times_set) [[unlikely]]
      throw_stuck();
    now_ = now;
  }

  /// The events to come: below `processors()` the processor of that rank goes on, others are about
  /// the transit of an index.
  [[nodiscard]] Events& events() { return events_; }
  void go_on_at(double time, int rank) { events_.push(time, static_cast<std::uint32_t>(rank)); }
  void pass_at(double time, const Transit& transit) {
    events_.push(time, processors_ + transit.index);
  }

  /// A transit has left its sender, who cannot put it off any more.
  void departed(const Transit& transit);
  /// A transit has arrived, now, where it may be lost; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* arrive(Transit& transit) {
    return faults_.any() ? arrive_or_lose(transit) : take_in(transit);
  }
  /// A transit will never arrive; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* lose(Transit& transit);
  /// A processor's program has returned.
  void finish(MachineProcessor& self);
  /// The number of processors that have neither finished nor failed.
  [[nodiscard]] std::size_t running() const { return running_; }

private:
  void foresee(std::uint32_t subject, Nearness nearness);

  using Activity = MachineProcessor::Activity;
  enum class Stall : std::uint8_t { none, stalled, lost };
  enum class Answer : std::uint8_t { none, awaited, arrived, lost };

  /// What has become of a processor's accesses.
  struct AccessRecord {
    Transit* asked = nullptr; ///< the read whose answer has been neither taken nor given up, if any
    Answer answer = Answer::none; ///< to that
    Stall stall = Stall::none;    ///< by the latest access, until it has been sent or made
    bool awaits_room = false;     ///< for another read
    int given_up = 0;             ///< reads whose answers have been given up and are on their way
  };

  /// A processor that has given up so many answers which are still on their way asks no more until
  /// one of them has come, or is lost: or processors whose patience is shorter than the way there
  /// and back would put more on the network than it carries, without end.
  static constexpr int max_given_up = 16;

  /// As many events at the same time as no search has.
  static constexpr std::uint64_t max_times_set = 20'000'000;
  [[noreturn]] void throw_stuck() const;

  [[nodiscard]] const MachineParameters& parameters() const { return parameters_; }
  [[nodiscard]] AccessRecord& record(int rank) { return records_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const AccessRecord& record(int rank) const {
    return records_[static_cast<std::size_t>(rank)];
  }

  [[nodiscard]] Transit& new_transit() {
    if (free_.empty()) [[unlikely]]
      add_transit();
    auto& transit = *free_.back();
    free_.pop_back();
    return transit;
  }
  void add_transit();
  void release(Transit& transit) {
    free_.push_back(&transit);
    if (!kept_handlers_.empty()) [[unlikely]]
      kept_handlers_.erase(&transit);
  }
  /// Makes the handler of an access one of its own, which its asker need not keep.
  void keep_handler(Transit& transit);

  [[nodiscard]] bool share_host(int rank, int other) const {
    return hosts_[static_cast<std::size_t>(rank)] == hosts_[static_cast<std::size_t>(other)];
  }
  /// Whether a processor accesses what another one keeps in the memory that they share.
  [[nodiscard]] bool is_in_reach(const MachineProcessor& self, int home) const;
  /// An access to the memory of the processor's own host.
  void access_memory(MachineProcessor& self, const TableAccess& access);
  /// Whether other hosts must lock an entry to access it.
  [[nodiscard]] bool is_locked_from_afar(const TableAccess& access) const {
    return access.locked && parameters_.lock_round_trips > 0;
  }
  /// Waits until nobody holds the lock of an entry in the memory of the processor's own host.
  void await_lock(MachineProcessor& self, const TableAccess& access);
  /// Sends an access, or what must come before it.
  void start(MachineProcessor& asker, const TableAccess& access);
  /// Waits until the latest access stalls the processor no more, or part of it has been lost.
  void await_stalling(MachineProcessor& self);
  /// Waits for the answer and takes it; false if it has been lost.
  [[nodiscard]] bool take_answer(MachineProcessor& self);
  /// Pays for an answer that has arrived, closes its record, and unlocks the entry.
  void receive_answer(MachineProcessor& self);
  /// Waits until the processor has not given up too many answers that are on their way.
  void await_room(MachineProcessor& self);
  /// An answer that has been given up has come, or is lost; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* end_given_up(MachineProcessor& asker, Transit& transit);
  /// Closes the record of an answer that is not wanted.
  void drop_answer(AccessRecord& record);
  [[nodiscard]] Message take_message(MachineProcessor& self);
  /// Blocks the processor until it has a message, until `deadline`, or until the time limit.
  void await_message(MachineProcessor& self, double deadline);
  /// Throws SearchStopped from the time limit on.
  void check_time_limit(const MachineProcessor& self) {
    if (self.now() >= time_limit_) [[unlikely]]
      throw_stopped();
  }
  [[noreturn]] void throw_stopped();
  /// Lets the machine's clock and a processor's catch up with each other.
  void settle(MachineProcessor& self);

  /// Sends an access there for its lock.
  void send_for_lock(MachineProcessor& asker, Transit& transit);
  /// Sends an access that has its lock there: for the entry, if it must fetch that, or for what it
  /// is to do.
  void send_for_entry(MachineProcessor& asker, Transit& transit);
  /// Sends a write there, to unlock the entry as well if it is locked.
  void send_write(MachineProcessor& asker, Transit& transit);
  /// Sends what unlocks the entry of an access, at the asker's time.
  void send_unlock(MachineProcessor& asker, Transit& transit);
  /// The asker sends part of an access, for which an answer of so many bytes comes, if one does.
  void send_part(MachineProcessor& asker, Transit& transit, Transit::Kind kind, std::size_t bytes,
                 std::optional<std::size_t> answer_bytes);
  /// Sends something right after what its sender has done so far.
  void dispatch(MachineProcessor& sender, Transit& transit);
  /// Serves part of an access where it has arrived; returns when it will have been served.
  [[nodiscard]] double serve(MachineProcessor& home, const Transit& transit,
                             std::optional<std::size_t> answer_bytes);
  /// Gives a transit to the network.
  void send_off(Transit& transit) {
    if (!faults_.any()) [[likely]]
      launch(transit, 0);
    else
      launch_with_fate(transit);
  }
  void launch_with_fate(Transit& transit);
  /// A transit arrives, or is lost; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* arrive_or_lose(Transit& transit);
  [[nodiscard]] bool is_lost(const Transit& transit) const;
  /// Has the network carry a transit that has arrived once more.
  void launch_copy(const Transit& transit);
  /// A transit has arrived.
  [[nodiscard]] MachineProcessor* take_in(Transit& transit);
  /// The failures of this moment happen.
  void happen(Transit& fault);
  void happen(const Failure& failure);
  /// A processor stops for good, now. The memory that it keeps of the tables fails with it even
  /// after it has finished.
  void fail(MachineProcessor& processor);
  /// Lets go of the handler, and the lock, of a processor that fails and may be waiting for an
  /// answer.
  void abandon_answer(int rank);
  /// Serves an access where it has arrived, and sends it back.
  void send_back(MachineProcessor& home, Transit& transit, Transit::Kind kind, std::size_t bytes);
  /// Releases the lock that an access holds, if it does.
  void release_lock(Transit& transit);
  /// Part of an access has come back; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* come_back(MachineProcessor& asker, Transit& transit);
  [[nodiscard]] MachineProcessor* arrive_answer(MachineProcessor& asker, Transit& transit);
  /// A processor, if that is what it is waiting for.
  [[nodiscard]] static MachineProcessor* wake_if(Activity activity, MachineProcessor& processor) {
    return processor.activity() == activity ? &processor : nullptr;
  }

  SimulatedMachine& machine_;
  const MachineParameters& parameters_;
  std::uint32_t processors_;
  double now_ = 0;
  std::uint64_t times_set_ = 0;                                 ///< since it last advanced
  double time_limit_ = std::numeric_limits<double>::infinity(); ///< in seconds since the start
  bool stopped_ = false;                                        ///< a processor, by the time limit
  Faults faults_;
  std::vector<Faults::Event> fault_events_; ///< in order of time
  std::size_t next_fault_ = 0;              ///< of those
  std::size_t running_;
  bool stops_;       ///< processors stop for a while
  bool may_put_off_; ///< processors serve accesses, or stop, before they send what is ready
  Events events_{Foresight{*this}};
  std::vector<int> hosts_; ///< by rank: the place of its host
  Memory memory_;
  HeldLocks locks_;
  Channels channels_;
  std::vector<AccessRecord> records_;              ///< by rank
  std::vector<std::unique_ptr<Transit>> transits_; ///< by index; they stay where they are
  std::vector<Transit*> free_;                     ///< those not in use
  /// By transit: the handlers of the few whose askers would not keep them.
  std::map<const Transit*, std::shared_ptr<void>> kept_handlers_;
};

} // namespace eldest
