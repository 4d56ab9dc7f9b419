#pragma once

#include "sim/machines/simulated/access_protocol.hpp"
#include "sim/machines/simulated/dispatcher.hpp"
#include "sim/machines/simulated/faults.hpp"
#include "sim/machines/simulated/message_protocol.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace eldest {

struct MachineSettings;

/// Runs the programs of a machine's processors, carries what they send, and applies the machine's
/// faults. A model of the machine derives from this class. Its virtual functions, here and in
/// TurnTaking, say how the network carries messages, and how programs are run and take turns.
class MachineEngine : public TurnTaking {
public:
  /// Schedules the machine's faults. Call this before `run`.
  void begin_faults();

  /// Runs `program(rank)` for every processor, until all have returned or failed and everything
  /// sent has arrived. Throws RunError for a deadlock, and any exception of a program.
  virtual void run(const std::function<void(int)>& program) = 0;

  /// Ends the engine's own threads, if it has any, so that this process can be copied. Called in
  /// the program of a processor.
  virtual void stop_threads() {}
  /// Starts these threads again, in this process or in a copy of it.
  virtual void start_threads() {}

  /// Seconds that the network takes to carry a message of 0 bytes from processor `from` to `to`.
  [[nodiscard]] virtual double latency(int from, int to) = 0;

  // Actions of a processor's program.

  [[nodiscard]] AccessProtocol& accesses() { return accesses_; }
  [[nodiscard]] MessageProtocol& messages() { return messages_; }
  [[nodiscard]] const MessageProtocol& messages() const { return messages_; }

  [[nodiscard]] std::string states() const override;

protected:
  MachineEngine(Hardware& hardware, int processors, const MachineSettings& settings);

  /// Ends the program of a processor that stops for good before its program has returned.
  virtual void end_program(int /*rank*/) {}
  /// Makes a link fail or, if `works` is true, work again. Messages in flight that the link loses
  /// must be passed to `lose`. Does nothing in a model that finds these messages in another way.
  virtual void set_link(const std::string& /*name*/, bool /*works*/) {}

  /// Notes that a message in flight has left its sender, which cannot delay it any more.
  void departed(const InFlightMessage& in_flight) { dispatcher_.departed(in_flight); }
  /// Handles a message in flight that arrives now, or that is lost on arrival. Returns the
  /// processor that can go on because of it, or null.
  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight) {
    return has_faults_ ? arrive_or_lose(in_flight) : receive(in_flight);
  }
  /// Handles a message in flight that will never arrive. Returns the processor that can go on
  /// because of it, or null.
  [[nodiscard]] MachineProcessor* lose(InFlightMessage& in_flight);
  /// Ends a processor whose program has returned.
  void finish(MachineProcessor& self);
  /// The number of processors that have neither finished nor failed.
  [[nodiscard]] std::size_t running() const { return running_; }

private:
  /// Passes a message in flight that has arrived to the protocol of messages or that of accesses.
  /// Returns the processor that can go on because of it, or null.
  [[nodiscard]] MachineProcessor* receive(InFlightMessage& in_flight) {
    return in_flight.kind == InFlightMessage::Kind::message ? messages_.arrive(in_flight)
                                                            : accesses_.arrive(in_flight);
  }
  /// Handles a message in flight that arrives now or is lost, or applies the failures that are due.
  /// Returns the processor that can go on, or null.
  [[nodiscard]] MachineProcessor* arrive_or_lose(InFlightMessage& in_flight);
  /// Applies the failures that are due now, and schedules the next.
  void happen(InFlightMessage& fault);
  void happen(const Failure& failure);
  /// Stops a processor for good, now. The part of the tables that it keeps fails with it, even if
  /// the processor has finished.
  void fail(MachineProcessor& processor);

  Dispatcher dispatcher_;
  AccessProtocol accesses_;
  MessageProtocol messages_;
  bool has_faults_;
  std::vector<Faults::Event> fault_events_; ///< in order of time
  std::size_t next_fault_ = 0;              ///< index of the next of `fault_events_`
  std::size_t running_;
};

} // namespace eldest
