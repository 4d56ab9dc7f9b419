#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/table_access.hpp"
#include "sim/machines/simulated/faults.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace eldest {

/// A message or a table access on its way from one processor to another. An access is one object
/// from its beginning to its end. It goes to the home and back to lock the entry, to fetch the
/// entry, and for the access itself. Then it goes to the home to unlock the entry. A model derives
/// a class from this, for its own data while the network carries the message.
///
/// Data that change on the way are in one cache line, with room for 24 bytes of the model's. Data
/// that a read needs at its home are in another.
struct InFlightMessage {
  enum class Kind : std::uint8_t {
    lock,
    locked,
    refused, ///< another access holds the lock
    fetch,   ///< of an entry to be written
    fetched,
    request, ///< of a read, or of a write with WriteMode::awaited
    answer,
    write,
    unlock,
    message,
    copy,  ///< of a message or part of an access that has arrived already
    fault, ///< not a message: the next failures happen when this arrives
  };
  enum class Stage : std::uint8_t { departing, arriving };

  explicit InFlightMessage(std::uint32_t own_index) : index(own_index) {}
  virtual ~InFlightMessage() = default;
  InFlightMessage(const InFlightMessage&) = delete;
  InFlightMessage& operator=(const InFlightMessage&) = delete;

  // The times of the first of several packets, in seconds since the start. Unused for one packet.
  double first_departure = 0;
  double first_arrival = 0;
  /// Seconds on the way of each of several packets that meets no other message. Used in loggp only.
  double packet_seconds = 0;
  /// Round trips for the entry's lock that are still to be made before the access itself.
  std::uint8_t lock_round_trips = 0;
  alignas(64) Message message;
  alignas(64) TableAccess access;
  alignas(64) Kind kind = Kind::message;
  Stage stage = Stage::departing;
  bool holds_lock = false; ///< true if the access holds its entry's lock
  Delivery delivery = Delivery::once;
  std::uint32_t index; ///< among the engine's messages in flight
  int from = 0;
  int to = 0;
  std::uint32_t serial = 0; ///< among all that its first sender has sent
  std::uint32_t number = 0; ///< of a message: see Channels
  double departure = 0; ///< of the last packet, in seconds since the start by the sender's clock
  std::size_t bytes = 0;

  /// The rank of the processor that sent the message or began the access; -1 for a fault.
  [[nodiscard]] int first_sender() const { return goes_back() ? to : from; }
  /// Returns true for the request or the answer of a read, not for the round trips of its lock.
  [[nodiscard]] bool reads() const {
    return (kind == Kind::request || kind == Kind::answer) && access.answer_bytes;
  }
  /// Returns true for an access on its way back to its asker.
  [[nodiscard]] bool goes_back() const {
    return kind == Kind::locked || kind == Kind::refused || kind == Kind::fetched ||
           kind == Kind::answer;
  }
  /// Returns true if the asker stalls until this has come back. A read stalls its asker only for
  /// its lock. A write does so for its lock, its fetch, and its request.
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

} // namespace eldest
