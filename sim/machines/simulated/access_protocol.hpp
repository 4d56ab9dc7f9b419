#pragma once

#include "sim/machines/simulated/dispatcher.hpp"
#include "sim/machines/simulated/home_service.hpp"
#include "sim/machines/simulated/in_flight_message.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace eldest {

/// Carries the table accesses of processors. An access leaves when its sender has done what comes
/// before, and is served where it arrives (see HomeService). Then it wakes the processor that waits
/// for it. An access to the memory of a processor's own host is not sent.
class AccessProtocol {
public:
  AccessProtocol(TurnTaking& turns, Dispatcher& dispatcher);

  // Actions of a processor's program. All account for the time that they take.

  /// Sends a read. Waits for its answer if the read takes a lock or the machine is not split-phase.
  /// A processor has one read at a time, until the answer has been taken.
  void ask(MachineProcessor& self, const TableAccess& access);
  /// Returns true if there is no answer to wait for.
  [[nodiscard]] bool answered(int rank) const { return record(rank).answer == Answer::none; }
  /// Blocks the processor until the answer to its read has come, and takes it. Blocks forever if
  /// the answer has been lost.
  void await_answer(MachineProcessor& self);
  /// Takes the answer to the processor's read if it comes before `deadline`, in seconds since the
  /// start. Returns true if so. Otherwise the read's handler is as it was before, and is not
  /// referred to any more.
  [[nodiscard]] bool await_answer_until(MachineProcessor& self, double deadline);
  /// The home from which a processor awaits an answer, or did when it failed. Nothing if the
  /// processor has asked nothing.
  [[nodiscard]] std::optional<int> asked_home(int rank) const;

  /// Sends a write once the processor has the entry's lock. The machine's WriteMode determines
  /// whether the processor fetches the entry first, or waits until the entry has been written.
  void post(MachineProcessor& self, const TableAccess& access);

  // Events of a part of an access, or of a copy. Each returns the processor that can go on because
  // of it, or null.

  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight);
  [[nodiscard]] MachineProcessor* lose(InFlightMessage& in_flight);

  /// Frees the read of a processor that fails. If its answer is awaited, the read gets a handler of
  /// its own. If the answer has arrived, the lock is released.
  void abandon_answer(int rank);

private:
  using Activity = MachineProcessor::Activity;
  enum class Stall : std::uint8_t { none, stalled, lost };
  enum class Answer : std::uint8_t { none, awaited, arrived, lost };

  /// The state of a processor's accesses.
  struct AccessRecord {
    /// The read whose answer has been neither taken nor given up, or null.
    InFlightMessage* asked = nullptr;
    Answer answer = Answer::none; ///< of `asked`
    Stall stall = Stall::none;    ///< by the latest access, until the access has been sent or made
    bool awaits_room = false;     ///< true while waiting for `given_up` to fall below its limit
    int given_up = 0;             ///< number of given-up reads whose answers are still in flight
  };

  /// Limit on a processor's given-up reads whose answers are still in flight. At the limit, the
  /// processor sends no read until one of these answers has come or is lost. Otherwise, processors
  /// with a failure time-out shorter than the round trip would send ever more than the network
  /// carries.
  static constexpr int max_given_up = 16;

  [[nodiscard]] double now() const { return turns_.now(); }
  [[nodiscard]] MachineProcessor& processor(int rank) const {
    return turns_.hardware().processor(rank);
  }
  [[nodiscard]] AccessRecord& record(int rank) { return records_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const AccessRecord& record(int rank) const {
    return records_[static_cast<std::size_t>(rank)];
  }

  void release(InFlightMessage& in_flight) {
    turns_.release(in_flight);
    if (!kept_handlers_.empty()) [[unlikely]]
      kept_handlers_.erase(&in_flight);
  }
  /// Gives an access a copy of its handler, so that the asker need not keep the original.
  void keep_handler(InFlightMessage& in_flight);

  /// Returns true if `home` keeps its entries in the memory of the processor's own host, and has
  /// not failed on it. A processor's own entries are always in reach.
  [[nodiscard]] bool is_in_reach(const MachineProcessor& self, int home) const;
  /// Makes an access to the memory of the processor's own host.
  void access_memory(MachineProcessor& self, const TableAccess& access);
  /// Returns true if other hosts must lock the entry of an access.
  [[nodiscard]] bool is_locked_from_afar(const TableAccess& access) const {
    return access.locked && parameters_.lock_round_trips > 0;
  }
  /// Waits until no processor holds the lock of an entry in the memory of the processor's own host.
  void await_lock(MachineProcessor& self, const TableAccess& access);
  /// Begins an access by sending its first part.
  void start(MachineProcessor& asker, const TableAccess& access);
  /// Waits until the latest access no longer stalls the processor, or part of the access has been
  /// lost.
  void await_stalling(MachineProcessor& self);
  /// Waits for the answer and takes it. Returns false if the answer has been lost.
  [[nodiscard]] bool take_answer(MachineProcessor& self);
  /// Charges for an answer that has arrived, closes its record, and unlocks the entry.
  void receive_answer(MachineProcessor& self);
  /// Waits while `given_up` of the processor is at its limit.
  void await_room(MachineProcessor& self);
  /// Ends a given-up read, whose answer has come or is lost. Returns the processor that can go on
  /// because of it, or null.
  [[nodiscard]] MachineProcessor* end_given_up(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Closes the record of a read whose answer is not wanted any more.
  void drop_answer(AccessRecord& record);

  /// Sends an access to its home for its lock.
  void send_for_lock(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends an access that has its lock to its home: to fetch the entry if the access must do so,
  /// otherwise to read or write.
  void send_for_entry(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends a write to its home. The write also unlocks the entry if it holds the lock.
  void send_write(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends the unlock of an access's entry, which takes the asker's time.
  void send_unlock(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends a part of an access. `answer_bytes`: size of the answer to this part, or nothing.
  void send_part(MachineProcessor& asker, InFlightMessage& in_flight, InFlightMessage::Kind kind,
                 std::size_t bytes, std::optional<std::size_t> answer_bytes);
  /// Continues an access of which a part has come back. Returns the processor that can go on
  /// because of it, or null.
  [[nodiscard]] MachineProcessor* come_back(MachineProcessor& asker, InFlightMessage& in_flight);
  [[nodiscard]] MachineProcessor* arrive_answer(MachineProcessor& asker,
                                                InFlightMessage& in_flight);

  TurnTaking& turns_;
  Dispatcher& dispatcher_;
  const MachineParameters& parameters_;
  HomeService homes_;
  std::vector<AccessRecord> records_; ///< by rank
  /// Handlers of the few accesses whose askers would not keep them, by message in flight.
  std::map<const InFlightMessage*, std::shared_ptr<void>> kept_handlers_;
};

} // namespace eldest
