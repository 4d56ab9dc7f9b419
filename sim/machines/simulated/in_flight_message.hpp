#pragma once

#include "algorithms/search/processor.hpp"
#include "sim/machines/simulated/bound_handler.hpp"
#include "sim/machines/simulated/faults.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace eldest {

/// An access to what a processor keeps of a table.
struct TableAccess {
  int home = 0;          ///< rank of that processor
  bool locked = false;   ///< the entry must be locked
  std::size_t entry = 0; ///< index in the table: what is locked, and in which bank it is
  std::size_t request_bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< of a read; a write has no answer
  BoundHandler handler;                    ///< runs at the home
};

/// Something on its way from one processor to another. An access is one message in flight all the
/// way: there and back to lock the entry, to fetch it, and for the access itself, and there to
/// unlock it. A model derives from this what it keeps of a message in flight while the network has
/// it.
///
/// What changes on the way is in one cache line, with room for 24 bytes of the model's, and what
/// a read needs at its home in another.
struct InFlightMessage {
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

  explicit InFlightMessage(std::uint32_t own_index) : index(own_index) {}
  virtual ~InFlightMessage() = default;
  InFlightMessage(const InFlightMessage&) = delete;
  InFlightMessage& operator=(const InFlightMessage&) = delete;

  Message message;
  alignas(64) TableAccess access;
  alignas(64) Kind kind = Kind::message;
  Stage stage = Stage::departing;
  bool holds_lock = false; ///< of the entry that it is to
  Delivery delivery = Delivery::once;
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

} // namespace eldest
