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

/// Carries the table accesses of processors: they leave when their sender has done what comes
/// before, are served where they arrive (HomeService), and wake who waits for them. An access to
/// the memory of a processor's own host does not travel.
class AccessProtocol {
public:
  AccessProtocol(TurnTaking& turns, Dispatcher& dispatcher);

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

  // What happens to a part of an access, or to a copy of something; who can go on because of it, or
  // null.

  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight);
  [[nodiscard]] MachineProcessor* lose(InFlightMessage& in_flight);

  /// Lets go of the handler, and the lock, of a processor that fails and may be waiting for an
  /// answer.
  void abandon_answer(int rank);

private:
  using Activity = MachineProcessor::Activity;
  enum class Stall : std::uint8_t { none, stalled, lost };
  enum class Answer : std::uint8_t { none, awaited, arrived, lost };

  /// The state of a processor's accesses.
  struct AccessRecord {
    InFlightMessage* asked =
        nullptr; ///< the read whose answer has been neither taken nor given up, if any
    Answer answer = Answer::none; ///< to that
    Stall stall = Stall::none;    ///< by the latest access, until it has been sent or made
    bool awaits_room = false;     ///< for another read
    int given_up = 0;             ///< reads whose answers have been given up and are on their way
  };

  /// A processor that has given up so many answers which are still on their way asks no more until
  /// one of them has come, or is lost: or processors whose patience is shorter than the way there
  /// and back would put more on the network than it carries, without end.
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
  /// Makes the handler of an access one of its own, which its asker need not keep.
  void keep_handler(InFlightMessage& in_flight);

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
  [[nodiscard]] MachineProcessor* end_given_up(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Closes the record of an answer that is not wanted.
  void drop_answer(AccessRecord& record);

  /// Sends an access there for its lock.
  void send_for_lock(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends an access that has its lock there: for the entry, if it must fetch that, or for what it
  /// is to do.
  void send_for_entry(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends a write there, to unlock the entry as well if it is locked.
  void send_write(MachineProcessor& asker, InFlightMessage& in_flight);
  /// Sends what unlocks the entry of an access, at the asker's time.
  void send_unlock(MachineProcessor& asker, InFlightMessage& in_flight);
  /// The asker sends part of an access, for which an answer of so many bytes comes, if one does.
  void send_part(MachineProcessor& asker, InFlightMessage& in_flight, InFlightMessage::Kind kind,
                 std::size_t bytes, std::optional<std::size_t> answer_bytes);
  /// Part of an access has come back; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* come_back(MachineProcessor& asker, InFlightMessage& in_flight);
  [[nodiscard]] MachineProcessor* arrive_answer(MachineProcessor& asker,
                                                InFlightMessage& in_flight);

  TurnTaking& turns_;
  Dispatcher& dispatcher_;
  const MachineParameters& parameters_;
  HomeService homes_;
  std::vector<AccessRecord> records_; ///< by rank
  /// By message in flight: the handlers of the few whose askers would not keep them.
  std::map<const InFlightMessage*, std::shared_ptr<void>> kept_handlers_;
};

} // namespace eldest
