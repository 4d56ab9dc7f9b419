#pragma once

#include <algorithm>
#include <cstdint>

namespace eldest {

/// The processors of a search on the processes of a network: threads of a process, each of which
/// has the same number of them but the last, which may have fewer. They are numbered process by
/// process.
struct ClusterLayout {
  int processors = 1;
  int threads = 1; ///< of each process

  /// The number of processes that have a processor.
  [[nodiscard]] int processes() const { return (processors + threads - 1) / threads; }
  [[nodiscard]] int process_of(int rank) const { return rank / threads; }
  /// The number of a processor among those of its process.
  [[nodiscard]] int thread_of(int rank) const { return rank % threads; }
  /// The first processor of a process.
  [[nodiscard]] int first_of(int process) const { return process * threads; }
  /// The number of processors of a process.
  [[nodiscard]] int processors_of(int process) const {
    return std::clamp(processors - first_of(process), 0, threads);
  }
};

/// How processors access entries that another process keeps.
enum class RemoteAccess : std::uint8_t {
  messages,  ///< active messages: the process that keeps them runs the handler
  one_sided, ///< the processor fetches them, runs the handler and writes them back, under a lock
};

} // namespace eldest
