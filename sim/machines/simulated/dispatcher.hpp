#pragma once

#include "sim/machines/simulated/faults.hpp"
#include "sim/machines/simulated/in_flight_message.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

namespace eldest {

struct MachineSettings;

/// Gives the network what processors send, and applies the machine's faults to these messages in
/// flight.
class Dispatcher {
public:
  Dispatcher(TurnTaking& turns, const MachineSettings& settings);

  [[nodiscard]] const Faults& faults() const { return faults_; }

  /// Sends a message in flight when its sender has done all that it has begun. `begin`: time when
  /// the sender began to send the first packet, in seconds since the start.
  void dispatch(MachineProcessor& sender, InFlightMessage& in_flight, double begin);
  /// Sends a message in flight, which has arrived, back to its sender. Its last packet leaves at
  /// `in_flight.departure`.
  void send_back(InFlightMessage& in_flight);
  /// Notes that a message in flight has left its sender, which cannot delay it any more.
  void departed(const InFlightMessage& in_flight);

  /// Returns true if a message in flight that should arrive now is lost.
  [[nodiscard]] bool is_lost(const InFlightMessage& in_flight) const;
  /// Launches a copy of a message in flight that has arrived.
  void launch_copy(const InFlightMessage& in_flight);

private:
  /// Hands a message in flight to the network.
  void send_off(InFlightMessage& in_flight) {
    if (!faults_.any()) [[likely]]
      turns_.launch(in_flight, 0);
    else
      launch_with_faults(in_flight);
  }
  void launch_with_faults(InFlightMessage& in_flight);

  TurnTaking& turns_;
  const MachineParameters& parameters_;
  Faults faults_;
  bool serves_itself_; ///< true if processors, not memories, serve accesses
  bool stops_;         ///< true if some processor stops for a while
  /// True if what is sent may leave late, because its sender serves accesses or stops first.
  bool may_put_off_;
};

} // namespace eldest
