#pragma once

#include "algorithms/processor.hpp"
#include "sim/bound_handler.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace eldest {

class SimulatedMachine;
class SimulatedProcessor;

/// An access to what another processor keeps.
struct RemoteAccess {
  int home = 0;
  std::size_t request_bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< none if nobody waits for an answer
  BoundHandler handler;                    ///< what to do there; nothing to lock an entry
};

/// What the models of a machine differ in: how its processors take turns, and when what they send
/// arrives. A processor's clock may be ahead of the machine's; what it sends leaves by its own
/// clock. All accounts are kept by SimulatedProcessor.
class MachineEngine {
public:
  virtual ~MachineEngine() = default;

  /// Runs a program on every processor, until all have returned and everything sent has arrived;
  /// each calls `finish` at its end. Throws RunError for a deadlock, and what the program throws.
  virtual void run(const std::function<void(SimulatedProcessor&)>& program) = 0;

  /// Seconds since the start, on the machine's clock.
  [[nodiscard]] virtual double now() const = 0;

  /// Lets the machine's clock catch up with a processor's, which accesses that it serves meanwhile
  /// may put off.
  virtual void catch_up(SimulatedProcessor& self) = 0;

  /// Sends an access whose answer `await_answer` waits for: one at a time for each processor.
  virtual void ask(SimulatedProcessor& self, const RemoteAccess& access) = 0;

  /// Blocks a processor until the answer to what it asked last has arrived, or has been lost on
  /// some way; whether it has arrived.
  [[nodiscard]] virtual bool await_answer(SimulatedProcessor& self) = 0;

  /// Blocks a processor until the answer to what it asked last has arrived, but no longer than to
  /// `deadline`, and until then if it has asked nothing; whether it has arrived. If not, the
  /// handler asked is as it was, and is not referred to any more.
  [[nodiscard]] virtual bool await_answer_until(SimulatedProcessor& self, double deadline) = 0;

  /// Blocks a processor forever: what it waits for has been lost.
  virtual void suspend(SimulatedProcessor& self) = 0;

  /// Sends an access that has no answer.
  virtual void post(SimulatedProcessor& self, const RemoteAccess& access) = 0;

  /// Sends a message; `number` counts those of the sender to this receiver, for `deliver`.
  virtual void send(SimulatedProcessor& self, int to, std::uint32_t number, Message message) = 0;

  /// Blocks a processor until `deliver` has given it a message.
  virtual void await_message(SimulatedProcessor& self) = 0;

  /// Seconds that the network takes to carry a message of no size.
  [[nodiscard]] virtual double latency(int from, int to) = 0;

protected:
  MachineEngine() = default;
  MachineEngine(const MachineEngine&) = default;
  MachineEngine& operator=(const MachineEngine&) = default;
};

} // namespace eldest
