#pragma once

#include <cstddef>

namespace eldest {

/// Settings for the simulation of a program of several processes.
struct SmpiSettings {
  /// One on each core, like the processors of a simulated machine.
  int processes = 1;
  /// True if processes look for packets after each piece of work, like processors with
  /// eldest:service poll. Otherwise processes look only where the program does.
  bool looks_after_work = false;
  /// True if the network carries the headers of packets, too. A simulated machine has no such
  /// headers.
  bool carries_headers = true;
};

/// Bytes that SMPI adds to a message on the wire, for its source, tag and communicator.
inline constexpr std::size_t smpi_envelope = 16;

} // namespace eldest
