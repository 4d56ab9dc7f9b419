#pragma once

#include "sim/machines/simulated/dispatcher.hpp"
#include "sim/machines/simulated/held_locks.hpp"
#include "sim/machines/simulated/in_flight_message.hpp"
#include "sim/machines/simulated/memory.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

#include <cstddef>
#include <optional>

namespace eldest {

/// Bytes of a machine word: what a lock swaps, or the address of an entry to be fetched.
inline constexpr std::size_t word_bytes = 8;

/// Serves table accesses in the memory of their entries' homes, and keeps the locks of entries.
class HomeService {
public:
  HomeService(TurnTaking& turns, Dispatcher& dispatcher)
      : turns_(turns),
        dispatcher_(dispatcher),
        parameters_(turns.hardware().parameters()),
        memory_(turns.hardware().hosts(), parameters_.memory_banks),
        locks_(turns.processors()) {}

  /// Serves a part of an access, which has arrived at its home, and sends it back if the part has
  /// an answer. Returns true if the message in flight is not in use any more.
  [[nodiscard]] bool receive(InFlightMessage& in_flight);
  /// Releases the lock that an access holds, and wakes the processors that wait for it. Does
  /// nothing if the access holds no lock.
  void release_lock(InFlightMessage& in_flight);

  // For an access to the memory of a processor's own host.

  [[nodiscard]] bool is_locked(const AccessHeader& access) const {
    return locks_.is_held(access.home, access.entry);
  }
  /// Makes processor `rank` go on when the lock of an entry is released. The lock must be held.
  void wait_for_lock(const AccessHeader& access, int rank) {
    locks_.wait_for(access.home, access.entry, rank);
  }
  /// Occupies the memory bank of an entry for `seconds`, once it is free. Returns the time when
  /// that begins, `arrival` or later.
  [[nodiscard]] double take_bank(const AccessHeader& access, double arrival, double seconds) {
    return memory_.serve(access.home, access.entry, arrival, seconds);
  }

private:
  /// Serves part of an access. Returns the time when the service ends. `answer_bytes`: size of the
  /// answer, or nothing.
  double serve(const InFlightMessage& in_flight, std::optional<std::size_t> answer_bytes);
  /// Serves part of an access, and sends it back as `kind`, with an answer of `bytes` bytes.
  void send_back(InFlightMessage& in_flight, InFlightMessage::Kind kind, std::size_t bytes);

  TurnTaking& turns_;
  Dispatcher& dispatcher_;
  const MachineParameters& parameters_;
  Memory memory_;
  HeldLocks locks_;
};

} // namespace eldest
