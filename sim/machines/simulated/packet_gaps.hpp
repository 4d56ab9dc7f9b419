#pragma once

#include "sim/platform_files/machine_parameters.hpp"

#include <vector>

namespace eldest {

/// The gaps g between packets (LogP): the time for which a packet that leaves or arrives keeps the
/// next one from doing so, at a processor and at the adapter of its host. A processor and an
/// adapter are queues, first come, first served, one in each direction. Messages within a host do
/// not use them.
class PacketGaps {
public:
  /// `hosts`: index of each rank's host.
  PacketGaps(const MachineParameters& parameters, const std::vector<int>& hosts);

  /// Returns true if the machine has gaps.
  [[nodiscard]] bool any() const { return longest_ > 0; }
  /// The longest of the gaps, in seconds.
  [[nodiscard]] double longest() const { return longest_; }

  /// Adds a message of `packets` packets that comes at `time` to the queues of a processor that
  /// sends it. Returns the seconds by which the longest of these queues holds it up.
  [[nodiscard]] double leave(int rank, double packets, double time) {
    return leaving_.join(*this, rank, packets, time);
  }
  /// Does the same at the processor that receives the message.
  [[nodiscard]] double arrive(int rank, double packets, double time) {
    return arriving_.join(*this, rank, packets, time);
  }

private:
  /// The times until which processors and adapters are kept busy in one direction.
  struct Direction {
    std::vector<double> processors; ///< by rank
    std::vector<double> adapters;   ///< by host

    double join(const PacketGaps& gaps, int rank, double packets, double time);
  };

  double gap_;
  double adapter_gap_;
  double longest_;
  const std::vector<int>& hosts_;
  Direction leaving_;
  Direction arriving_;
};

} // namespace eldest
