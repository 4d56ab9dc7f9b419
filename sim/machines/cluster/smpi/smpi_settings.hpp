#pragma once

#include <cstddef>

namespace eldest {

/// Settings for the simulation of a program of several processes.
struct SmpiSettings {
  /// Number of processes. Each is on a core of its own, like a processor of a simulated machine.
  int processes = 1;
  /// True if processes look for packets after each piece of work, like processors with
  /// eldest:service poll. Otherwise they look only in `poll` and in waits.
  bool looks_after_work = false;
  /// True if the network carries the headers of packets, too. Messages of a SimulatedMachine have
  /// no such headers.
  bool carries_headers = true;
};

/// Bytes that SMPI adds to a message on the wire, for its source, tag and communicator.
inline constexpr std::size_t smpi_envelope = 16;

} // namespace eldest
