#pragma once

#include "algorithms/search/processor.hpp"
#include "sim/machines/simulated/channels.hpp"
#include "sim/machines/simulated/dispatcher.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

#include <cstddef>
#include <limits>
#include <optional>

namespace eldest {

/// Carries the messages of processors. Also ends the search at a time limit, because processors
/// look at the clock when they look for messages.
class MessageProtocol {
public:
  MessageProtocol(TurnTaking& turns, Dispatcher& dispatcher)
      : turns_(turns), dispatcher_(dispatcher), parameters_(turns.hardware().parameters()) {}

  /// Ends the search at `seconds` since the start. Once a processor's own clock has reached that
  /// time, `poll` and the waits for messages throw SearchStopped. A wait ends at that time, too, by
  /// the same exception.
  void stop_at(double seconds) { time_limit_ = seconds; }
  /// Returns true if the time limit has stopped a processor.
  [[nodiscard]] bool has_stopped() const { return stopped_; }

  // Actions of a processor's program, as in the Processor concept. All account for the time that
  // they take.

  void send(MachineProcessor& self, int to, Message message);
  /// See SimulatedProcessor.
  [[nodiscard]] std::optional<Message> poll(MachineProcessor& self);
  [[nodiscard]] Message wait(MachineProcessor& self);
  /// Waits for the next message until `deadline`, in seconds since the start. Returns nothing if
  /// none has come by then.
  [[nodiscard]] std::optional<Message> wait_until(MachineProcessor& self, double deadline);

  /// Handles a message that has arrived. Returns the processor that can go on because of it, or
  /// null.
  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight);

private:
  [[nodiscard]] bool is_received_in_packets(int from, int to, std::size_t bytes) const {
    return parameters_.is_divided(bytes) && !turns_.hardware().share_host(from, to);
  }
  /// Seconds that a processor has spent in its wait, which ends now, to receive all packets of its
  /// next message except for the last.
  [[nodiscard]] double received_already(const MachineProcessor& self) const;
  /// Takes the next message. The processor has received `received` seconds of it already.
  [[nodiscard]] Message take_message(MachineProcessor& self, double received = 0);
  /// Blocks the processor until it has a message, until `deadline`, or until the time limit.
  void await_message(MachineProcessor& self, double deadline);
  /// Throws SearchStopped if the processor's clock has reached the time limit.
  void check_time_limit(const MachineProcessor& self) {
    if (self.now() >= time_limit_) [[unlikely]]
      throw_stopped();
  }
  [[noreturn]] void throw_stopped();

  TurnTaking& turns_;
  Dispatcher& dispatcher_;
  const MachineParameters& parameters_;
  double time_limit_ = std::numeric_limits<double>::infinity(); ///< in seconds since the start
  bool stopped_ = false; ///< true if the time limit has stopped a processor
  Channels channels_;
};

} // namespace eldest
