#pragma once

#include "sim/bound_handler.hpp"
#include "sim/event_queue.hpp"
#include "sim/machine_engine.hpp"
#include "sim/simulated_machine.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace eldest {

/// What the models have in common: all but the time that the network takes. Table accesses and
/// messages set out when their sender has done what comes before, are served or delivered where
/// they arrive, and wake who waits for them.
///
/// The programs of the processors take turns in order of time, each until it must know what others
/// have done: when it waits for an answer or a message, accesses its own part of a table, or has
/// polled twice with nothing of the kind between. Leaves and what is only sent need no turn.
class TransitEngine : public MachineEngine {
public:
  void access(SimulatedProcessor& self, const RemoteAccess& access) final;
  [[nodiscard]] bool await_lock(SimulatedProcessor& self) final;
  [[nodiscard]] bool await_answer(SimulatedProcessor& self) final;
  [[nodiscard]] bool await_answer_until(SimulatedProcessor& self, double deadline) final;
  void suspend(SimulatedProcessor& self) final;
  void send(SimulatedProcessor& self, int to, std::uint32_t number, Message message) final;
  void await_message(SimulatedProcessor& self) final;

protected:
  /// Something on its way from one processor to another. An access is one transit all the way:
  /// there and back to lock what it is to, there and, if it has an answer, back again. All but the
  /// handler and the message is in one cache line.
  struct alignas(64) Transit {
    enum class Kind : std::uint8_t { lock, locked, request, answer, write, message, alarm };
    enum class Stage : std::uint8_t { departing, arriving };

    Kind kind = Kind::message;
    Stage stage = Stage::departing;
    bool abandoned = false; ///< nobody waits for the answer any more
    int from = 0;
    int to = 0;
    int locks = 0;        ///< still to be sent before the access itself
    double departure = 0; ///< by the sender's clock
    std::size_t bytes = 0;
    std::size_t request_bytes = 0;           ///< of an access
    std::optional<std::size_t> answer_bytes; ///< of an access that has an answer
    std::uint32_t number = 0;                ///< of a message or alarm
    BoundHandler handler;                    ///< of an access
    std::shared_ptr<void> owner;             ///< of the handler, if nobody else is
    Message message;

    /// Whether it is an access on its way back to its asker.
    [[nodiscard]] bool goes_back() const { return kind == Kind::locked || kind == Kind::answer; }
  };

  TransitEngine(SimulatedMachine& machine, int processors);

  /// Lets the others go on until it is this processor's turn again.
  virtual void block(const SimulatedProcessor& self) = 0;
  /// What has been given to a transit is to go its way at its departure; to end in `arrive`.
  virtual void set_out(std::uint32_t index) = 0;

  [[nodiscard]] std::uint32_t processors() const { return processors_; }
  [[nodiscard]] Transit& transit(std::uint32_t index) { return *transits_[index]; }
  [[nodiscard]] SimulatedMachine& machine() const { return machine_; }

  /// What is to happen next: below `processors()` the processor of that rank goes on, other events
  /// are about the transit of an index.
  [[nodiscard]] EventQueue& events() { return events_; }
  void go_on_at(double time, int rank) { events_.push(time, static_cast<std::uint32_t>(rank)); }
  void pass_at(double time, std::uint32_t index) { events_.push(time, processors_ + index); }

  /// Something has left its sender, who cannot put it off any more.
  void departed(std::uint32_t index);
  /// Something has arrived, now; who can go on because of it.
  [[nodiscard]] std::optional<int> arrive(std::uint32_t index);
  /// Something will never arrive; who can go on because of it.
  [[nodiscard]] std::optional<int> lose(std::uint32_t index);
  /// A processor will not be there for the answer that it may be waiting for.
  void forsake_answer(int rank);

private:
  /// What has become of the last thing asked.
  struct Asked {
    enum class Answer : std::uint8_t { none, awaited, come, lost };

    std::uint32_t transit = 0; ///< while its answer is awaited
    Answer answer = Answer::none;
    bool locking = false;     ///< it has not been sent yet
    std::uint32_t alarms = 0; ///< how many have been set, and have rung or been put off
  };

  [[nodiscard]] std::uint32_t new_transit();
  /// An access goes there for the next lock or, if it has them all, for what it is to do.
  void send_there(SimulatedProcessor& asker, std::uint32_t index);
  /// An access has arrived where it is to lock or do something; it goes back if it is awaited.
  void arrive_there(SimulatedProcessor& home, std::uint32_t index);
  /// An access has come back with a lock; who can go on because of it.
  [[nodiscard]] std::optional<int> arrive_locked(SimulatedProcessor& asker, std::uint32_t index);
  /// Sends something right after what its sender has done so far.
  void dispatch(SimulatedProcessor& sender, std::uint32_t index);
  /// Wakes a processor that waits for an answer.
  void set_alarm(int rank, double time);
  [[nodiscard]] Asked& asked(int rank) { return asked_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::optional<int> wake_if(SimulatedProcessor::Activity activity, int rank) const;

  SimulatedMachine& machine_;
  std::uint32_t processors_;
  bool may_put_off_; ///< processors serve accesses before they send what is ready
  EventQueue events_;
  std::vector<std::unique_ptr<Transit>> transits_; ///< by index; they stay where they are
  std::vector<std::uint32_t> free_;                ///< transits not in use
  std::vector<Asked> asked_;                       ///< by rank
};

} // namespace eldest
