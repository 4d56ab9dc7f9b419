#pragma once

#include "algorithms/search/processor.hpp"
#include "sim/machines/simulated/channels.hpp"
#include "sim/machines/simulated/dispatcher.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

#include <limits>
#include <optional>

namespace eldest {

/// Carries the messages of processors, and ends the search at a time limit, since who looks for
/// messages looks at the clock.
class MessageProtocol {
public:
  MessageProtocol(TurnTaking& turns, Dispatcher& dispatcher)
      : turns_(turns), dispatcher_(dispatcher), parameters_(turns.hardware().parameters()) {}

  /// Ends the search at a time: a processor whose own clock has reached it is not let `poll` or
  /// wait, which throw SearchStopped instead, and one that is waiting then goes on with that.
  void stop_at(double seconds) { time_limit_ = seconds; }
  /// Whether a processor has been stopped by that.
  [[nodiscard]] bool has_stopped() const { return stopped_; }

  // What a processor's program does, as in the Processor concept. All of it accounts for the time
  // that it takes.

  void send(MachineProcessor& self, int to, Message message);
  /// See SimulatedProcessor.
  [[nodiscard]] std::optional<Message> poll(MachineProcessor& self);
  [[nodiscard]] Message wait(MachineProcessor& self);
  /// The next message, or nothing if none has come by `deadline`, in seconds since the start.
  [[nodiscard]] std::optional<Message> wait_until(MachineProcessor& self, double deadline);

  /// A message has arrived; who can go on because of it, or null.
  [[nodiscard]] MachineProcessor* arrive(InFlightMessage& in_flight);

private:
  [[nodiscard]] Message take_message(MachineProcessor& self);
  /// Blocks the processor until it has a message, until `deadline`, or until the time limit.
  void await_message(MachineProcessor& self, double deadline);
  /// Throws SearchStopped from the time limit on.
  void check_time_limit(const MachineProcessor& self) {
    if (self.now() >= time_limit_) [[unlikely]]
      throw_stopped();
  }
  [[noreturn]] void throw_stopped();

  TurnTaking& turns_;
  Dispatcher& dispatcher_;
  const MachineParameters& parameters_;
  double time_limit_ = std::numeric_limits<double>::infinity(); ///< in seconds since the start
  bool stopped_ = false;                                        ///< a processor, by the time limit
  Channels channels_;
};

} // namespace eldest
