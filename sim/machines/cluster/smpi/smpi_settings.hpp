#pragma once

#include <cstddef>

namespace eldest {

/// How a program of several processes is simulated.
struct SmpiSettings {
  int processes = 1; ///< one on each core, as a simulated machine has its processors
  /// Processes look for packets after all work, as processors with eldest:service poll do, rather
  /// than where the program does.
  bool looks_after_work = false;
  /// The network carries what packets begin with, too; a simulated machine has nothing of the kind.
  bool carries_headers = true;
};

/// Bytes that SMPI adds to what a message has on the wire: its source, tag and communicator.
inline constexpr std::size_t smpi_envelope = 16;

} // namespace eldest
