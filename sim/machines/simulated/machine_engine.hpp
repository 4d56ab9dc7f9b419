#pragma once

#include "algorithms/processor.hpp"
#include "sim/machines/simulated/bound_handler.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace eldest {

class SimulatedProcessor;

/// A machine word, which is what a lock swaps.
inline constexpr std::size_t lock_bytes = 8;

/// An access to what another processor keeps.
struct RemoteAccess {
  int home = 0;
  bool locked = false; ///< what it is to must be locked for it
  std::size_t request_bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< none if nobody waits for an answer
  BoundHandler handler;                    ///< what to do there
};

/// What the processors of a machine ask of its model: to take turns, and to have carried what they
/// send. A processor's clock may be ahead of the machine's; what it sends leaves by its own
/// clock. All accounts are kept by SimulatedProcessor.
class MachineEngine {
public:
  MachineEngine(const MachineEngine&) = delete;
  MachineEngine& operator=(const MachineEngine&) = delete;
  virtual ~MachineEngine() = default;

  /// Runs a program on every processor, until all have returned and everything sent has arrived;
  /// each calls `finish` at its end. Throws RunError for a deadlock, and what the program throws.
  virtual void run(const std::function<void(SimulatedProcessor&)>& program) = 0;

  /// Seconds since the start, on the machine's clock.
  [[nodiscard]] virtual double now() const = 0;

  /// Lets the machine's clock catch up with a processor's, which accesses that it serves meanwhile
  /// may put off.
  virtual void catch_up(SimulatedProcessor& self) = 0;

  /// Begins an access: sends it, or first its locks, which the processor pays for as it goes on.
  /// One at a time for each processor, which is to wait for the locks and for the answer, if there
  /// are any.
  virtual void access(SimulatedProcessor& self, const RemoteAccess& access) = 0;

  /// Blocks a processor until what it accesses has been locked and the access been sent, or a lock
  /// has been lost on some way; whether it has been sent.
  [[nodiscard]] virtual bool await_lock(SimulatedProcessor& self) = 0;

  /// Blocks a processor until the answer to what it asked last has arrived, or has been lost on
  /// some way, or a lock before it has; whether it has arrived.
  [[nodiscard]] virtual bool await_answer(SimulatedProcessor& self) = 0;

  /// Blocks a processor until the answer to what it asked last has arrived, but no longer than to
  /// `deadline`, and until then if it has asked nothing; whether it has arrived. If not, the
  /// handler asked is as it was, and is not referred to any more.
  [[nodiscard]] virtual bool await_answer_until(SimulatedProcessor& self, double deadline) = 0;

  /// Blocks a processor forever: what it waits for has been lost.
  virtual void suspend(SimulatedProcessor& self) = 0;

  /// Sends a message; `number` counts those of the sender to this receiver, for `deliver`.
  virtual void send(SimulatedProcessor& self, int to, std::uint32_t number, Message message) = 0;

  /// Blocks a processor until `deliver` has given it a message.
  virtual void await_message(SimulatedProcessor& self) = 0;

  /// Seconds that the network takes to carry a message of no size.
  [[nodiscard]] virtual double latency(int from, int to) = 0;

protected:
  MachineEngine() = default;
};

} // namespace eldest
