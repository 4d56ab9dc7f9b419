#pragma once

#include <array>
#include <cstdint>

namespace eldest {

/// How one processor spent its time, in seconds, with nothing left over: from the start of the
/// search until the last processor has finished.
struct TimeAccount {
  double work = 0; ///< visiting nodes
  /// Overheads of messages, waiting for answers of the transposition table, and serving the
  /// accesses of others while there was own work to do.
  double communication = 0;
  double idle = 0; ///< waiting for messages of other processors, or for the end

  [[nodiscard]] double total() const { return work + communication + idle; }

  TimeAccount& operator+=(const TimeAccount& other) {
    work += other.work;
    communication += other.communication;
    idle += other.idle;
    return *this;
  }
};

/// One of the ways to spend time.
using TimeCategory = double TimeAccount::*;
inline constexpr std::array<TimeCategory, 3> time_categories{
    &TimeAccount::work, &TimeAccount::communication, &TimeAccount::idle};

/// What a processor did with the table and the network.
struct Traffic {
  std::uint64_t reads = 0;        ///< table accesses with an answer
  std::uint64_t writes = 0;       ///< table accesses without
  std::uint64_t remote_reads = 0; ///< those of them that went to another processor
  std::uint64_t remote_writes = 0;
  std::uint64_t messages = 0; ///< on the network: requests, answers, writes, locks, and all others
  std::uint64_t bytes = 0;    ///< on the wire

  Traffic& operator+=(const Traffic& other) {
    reads += other.reads;
    writes += other.writes;
    remote_reads += other.remote_reads;
    remote_writes += other.remote_writes;
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
};

} // namespace eldest
