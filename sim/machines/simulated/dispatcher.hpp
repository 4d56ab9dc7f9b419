#pragma once

#include "sim/machines/simulated/faults.hpp"
#include "sim/machines/simulated/transit.hpp"
#include "sim/machines/simulated/turn_taking.hpp"

namespace eldest {

struct MachineSettings;

/// Gives to the network what processors send, and decides what the machine's faults make of it.
class Dispatcher {
public:
  Dispatcher(TurnTaking& turns, const MachineSettings& settings);

  [[nodiscard]] const Faults& faults() const { return faults_; }

  /// Sends something right after what its sender has done so far.
  void dispatch(MachineProcessor& sender, Transit& transit);
  /// Sends something back to where it has come from, at `transit.departure`.
  void send_back(Transit& transit);
  /// A transit has left its sender, who cannot put it off any more.
  void departed(const Transit& transit);

  /// Whether a transit that has come to its end is lost.
  [[nodiscard]] bool is_lost(const Transit& transit) const;
  /// Launches a copy of a transit that has arrived.
  void launch_copy(const Transit& transit);

private:
  /// Gives a transit to the network.
  void send_off(Transit& transit) {
    if (!faults_.any()) [[likely]]
      turns_.launch(transit, 0);
    else
      launch_with_fate(transit);
  }
  void launch_with_fate(Transit& transit);

  TurnTaking& turns_;
  Faults faults_;
  bool serves_itself_; ///< a processor serves the accesses of others
  bool stops_;         ///< processors stop for a while
  bool may_put_off_;   ///< processors serve accesses, or stop, before they send what is ready
};

} // namespace eldest
