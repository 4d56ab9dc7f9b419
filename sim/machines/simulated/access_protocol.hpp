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

/// Carries table accesses from processors to the homes of the entries, where HomeService serves
/// them, and back. An access leaves its processor when that has done what comes before. Its answer
/// wakes the processor if the processor waits for it. An access to the memory of the processor's
/// own host is not sent, but made at once.
class AccessProtocol {
public:
  AccessProtocol(TurnTaking& turns, Dispatcher& dispatcher);

  // Actions of a processor's program. All account for the time that they take.

  /// Makes a read. Sends it unless the entry is in the memory of the processor's own host. Waits
  /// for the answer if the read takes a lock or the machine is not split-phase. A processor has at
  /// most one read whose answer has not been taken.
  void ask(MachineProcessor& self, const BoundHandler& handler);
  /// Returns true if the processor has no read whose answer it has to take.
  [[nodiscard]] bool answered(int rank) const { return record(rank).answer == Answer::none; }
  /// Blocks the processor until the answer to its read has come, and takes it. Blocks forever if
  /// the answer has been lost.
  void await_answer(MachineProcessor& self);
  /// Takes the answer to the processor's read if it comes before `deadline`, in seconds since the
  /// start. Returns true if so. Otherwise leaves the read's handler as it was before the read, and
  /// does not refer to it any more.
  [[nodiscard]] bool await_answer_until(MachineProcessor& self, double deadline);
  /// The home from which a processor awaits an answer, or did when it failed. Nothing if the
  /// processor has no answer to take.
  [[nodiscard]] std::optional<int> asked_home(int rank) const;

  /// Makes a write. Sends it unless the entry is in the memory of the processor's own host, and
  /// first takes the entry's lock if the write needs it. The machine's WriteMode determines whether
  /// the processor fetches the entry first, or waits until the entry has been written.
  void post(MachineProcessor& self, const BoundHandler& handler);

  // Events of a message in flight, which is part of an access or a copy. Each returns the processor
  // that can go on because of the event, or null.

  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight);
  [[nodiscard]] MachineProcessor* lose(InFlightMessage& in_flight);

  /// Prepares the read of a processor for the processor's failure. If its answer is awaited, gives
  /// the read a copy of its handler, because the original ends with the program. If the answer has
  /// arrived, releases the entry's lock.
  void abandon_answer(int rank);

private:
  using Activity = MachineProcessor::Activity;
  enum class Stall : std::uint8_t { none, stalled, lost };
  enum class Answer : std::uint8_t { none, awaited, arrived, lost };

  /// The state of a processor's accesses.
  struct AccessRecord {
    /// The read whose answer has been neither taken nor given up, or null.
    InFlightMessage* asked = nullptr;
    Answer answer = Answer::none; ///< state of the answer to `asked`
    /// State of the processor's wait for parts of the latest access; `lost` if one of them is lost.
    Stall stall = Stall::none;
    bool awaits_room = false; ///< true while waiting for `given_up` to fall below its limit
    int given_up = 0;         ///< number of given-up reads whose answers are still in flight
  };

  /// Limit on a processor's given-up reads whose answers are still in flight. At the limit, the
  /// processor sends no read until one of these answers has come or has been lost. Otherwise,
  /// processors with a failure time-out shorter than the round trip would send more and more
  /// messages than the network carries.
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

  /// Returns true if a processor accesses the entries of `home` in memory, without sending. These
  /// are its own entries, and those of processors on the same host that have not failed.
  [[nodiscard]] bool is_in_reach(const MachineProcessor& self, int home) const;
  /// Makes an access to the memory of the processor's own host.
  void access_memory(MachineProcessor& self, const AccessHeader& header,
                     const BoundHandler& handler);
  /// Returns the seconds for which an access of processor `rank` to the memory of its own host
  /// occupies a bank.
  [[nodiscard]] double own_host_service(int rank) const;
  /// Returns true if other hosts must lock the entry of an access.
  [[nodiscard]] bool is_locked_from_afar(const AccessHeader& access) const {
    return access.locked && parameters_.lock_round_trips > 0;
  }
  /// Waits until no processor holds the lock of an entry in the memory of the processor's own host.
  void await_lock(MachineProcessor& self, const AccessHeader& access);
  /// Begins an access by sending its first part. What is on its way holds a copy of the handler, so
  /// that the home does not need the asker's memory.
  void start(MachineProcessor& asker, const AccessHeader& header, const BoundHandler& handler);
  /// Waits until the latest access no longer stalls the processor, or part of the access has been
  /// lost.
  void await_stalling(MachineProcessor& self);
  /// Waits for the answer and takes it. Returns false if the answer has been lost.
  [[nodiscard]] bool take_answer(MachineProcessor& self);
  /// Charges for receiving an answer that has arrived, ends the read, and unlocks the entry if the
  /// read holds its lock. `free_since`: see `receive`.
  void receive_answer(MachineProcessor& self, double free_since);
  /// Charges a processor for receiving what has arrived. If it has done nothing else since
  /// `free_since`, in seconds since the start, it has received most packets before the last came.
  void receive(MachineProcessor& asker, const InFlightMessage& in_flight, double free_since);
  /// Makes a processor that stalls wait until now, and charges it for receiving what has arrived.
  void wait_and_receive(MachineProcessor& asker, const InFlightMessage& in_flight);
  /// Waits while `given_up` of the processor is at its limit.
  void await_room(MachineProcessor& self);
  /// Ends a given-up read, whose answer has come or is lost. Returns `asker` if it was waiting for
  /// this, or null.
  [[nodiscard]] MachineProcessor* end_given_up(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Gives up the processor's read. Counts it in `given_up` if its answer is still in flight.
  void drop_answer(AccessRecord& record);

  /// Sends an access to its home for the next of its lock round trips.
  void send_for_lock(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends an access, which needs no lock or has it, to its home. If the write mode says so, a
  /// write first fetches the entry.
  void send_for_entry(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends a write to its home. The write also unlocks the entry if it holds the lock.
  void send_write(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends the unlock of an access's entry, which takes the asker's time.
  void send_unlock(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends a part of an access. `answer_bytes`: size of the answer to this part, or nothing.
  void send_part(MachineProcessor& asker, InFlightMessage& in_flight, InFlightMessage::Kind kind,
                 std::size_t bytes, std::optional<std::size_t> answer_bytes);
  /// Sends the next part of an access of which a part has come back. Returns `asker` if that was
  /// waiting for this and no longer has to, or null.
  [[nodiscard]] MachineProcessor* come_back(MachineProcessor& asker, InFlightMessage& in_flight);
  [[nodiscard]] MachineProcessor* arrive_answer(MachineProcessor& asker,
                                                InFlightMessage& in_flight);

  TurnTaking& turns_;
  Dispatcher& dispatcher_;
  const MachineParameters& parameters_;
  HomeService homes_;
  std::vector<AccessRecord> records_; ///< by rank
  /// Copies of handlers whose askers need not keep the originals, by message in flight.
  std::map<const InFlightMessage*, std::shared_ptr<void>> kept_handlers_;
};

} // namespace eldest
