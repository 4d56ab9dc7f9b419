#pragma once

#include <algorithm>
#include <cstdint>

namespace eldest {

/// The distribution of a search's processors over the processes of a network. Each processor is a
/// thread of a process. Every process has `threads` processors except the last, which may have
/// fewer. Processors are numbered process by process.
struct ClusterLayout {
  int processors = 1;
  int threads = 1; ///< of each process, the last of which may have fewer

  /// The number of processes that have a processor.
  [[nodiscard]] int processes() const { return (processors + threads - 1) / threads; }
  [[nodiscard]] int process_of(int rank) const { return rank / threads; }
  /// The index of a processor among those of its process.
  [[nodiscard]] int thread_of(int rank) const { return rank % threads; }
  /// The rank of a process's first processor.
  [[nodiscard]] int first_of(int process) const { return process * threads; }
  /// The number of processors of a process.
  [[nodiscard]] int processors_of(int process) const {
    return std::clamp(processors - first_of(process), 0, threads);
  }
};

/// The way in which processors access entries that another process keeps.
enum class RemoteAccess : std::uint8_t {
  messages,  ///< active messages: the process that keeps an entry runs the handler
  one_sided, ///< the processor reads the entry, runs the handler and writes the entry, under a lock
};

} // namespace eldest
