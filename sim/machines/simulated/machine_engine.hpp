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

/// Runs the programs of a machine's processors, carries what they send, and has the machine's
/// faults happen. A model of the machine derives from this; it adds how the network carries
/// messages, and how programs are run and take turns: the virtual functions here and of TurnTaking.
class MachineEngine : public TurnTaking {
public:
  /// Has the machine's faults happen; to be called before `run`.
  void begin_faults();

  /// Runs `program(rank)` for every processor, until all have returned or failed and everything
  /// sent has arrived. Throws RunError for a deadlock, and what a program throws.
  virtual void run(const std::function<void(int)>& program) = 0;

  /// Seconds that the network takes to carry a message of no size.
  [[nodiscard]] virtual double latency(int from, int to) = 0;

  // What a processor's program does.

  [[nodiscard]] AccessProtocol& accesses() { return accesses_; }
  [[nodiscard]] MessageProtocol& messages() { return messages_; }
  [[nodiscard]] const MessageProtocol& messages() const { return messages_; }

  [[nodiscard]] std::string states() const override;

protected:
  MachineEngine(Hardware& hardware, int processors, const MachineSettings& settings);

  /// A processor stops for good in the middle of its program, which does not go on.
  virtual void end_program(int /*rank*/) {}
  /// A link stops carrying messages, or carries them again: what it loses is to end in `lose`. A
  /// model that has seen to that beforehand has nothing to do.
  virtual void set_link(const std::string& /*name*/, bool /*works*/) {}

  /// A message in flight has left its sender, who cannot put it off any more.
  void departed(const InFlightMessage& in_flight) { dispatcher_.departed(in_flight); }
  /// A message in flight has arrived, now, where it may be lost; who can go on because of it, or
  /// null.
  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight) {
    return has_faults_ ? arrive_or_lose(in_flight) : take_in(in_flight);
  }
  /// A message in flight will never arrive; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* lose(InFlightMessage& in_flight);
  /// A processor's program has returned.
  void finish(MachineProcessor& self);
  /// The number of processors that have neither finished nor failed.
  [[nodiscard]] std::size_t running() const { return running_; }

private:
  /// A message in flight has arrived.
  [[nodiscard]] MachineProcessor* take_in(InFlightMessage& in_flight) {
    return in_flight.kind == InFlightMessage::Kind::message ? messages_.arrive(in_flight)
                                                            : accesses_.arrive(in_flight);
  }
  /// A message in flight arrives, or is lost; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* arrive_or_lose(InFlightMessage& in_flight);
  /// The failures of this moment happen.
  void happen(InFlightMessage& fault);
  void happen(const Failure& failure);
  /// A processor stops for good, now. The memory that it keeps of the tables fails with it even
  /// after it has finished.
  void fail(MachineProcessor& processor);

  Dispatcher dispatcher_;
  AccessProtocol accesses_;
  MessageProtocol messages_;
  bool has_faults_;
  std::vector<Faults::Event> fault_events_; ///< in order of time
  std::size_t next_fault_ = 0;              ///< of those
  std::size_t running_;
};

} // namespace eldest
