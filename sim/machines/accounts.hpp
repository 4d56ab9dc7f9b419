#pragma once

#include <array>
#include <cstdint>

namespace eldest {

/// The time of one processor by use, in seconds. The categories add up to the time from the start
/// of the search until the last processor has finished.
struct TimeAccount {
  double work = 0; ///< visiting nodes
  /// sending, receiving, table accesses with their waits, and service to other processors while
  /// this one had work of its own
  double communication = 0;
  double idle = 0; ///< waiting for messages from other processors, or for the end of the search

  [[nodiscard]] double total() const { return work + communication + idle; }

  TimeAccount& operator+=(const TimeAccount& other) {
    work += other.work;
    communication += other.communication;
    idle += other.idle;
    return *this;
  }
};

/// A category of the time account.
using TimeCategory = double TimeAccount::*;
inline constexpr std::array<TimeCategory, 3> time_categories{
    &TimeAccount::work, &TimeAccount::communication, &TimeAccount::idle};

/// Counts of a processor's table accesses and messages.
struct Traffic {
  std::uint64_t reads = 0;        ///< table accesses with an answer
  std::uint64_t writes = 0;       ///< table accesses without an answer
  std::uint64_t remote_reads = 0; ///< reads of entries that another processor keeps
  std::uint64_t remote_writes = 0;
  std::uint64_t lock_retries = 0; ///< attempts to take a lock that another processor held
  /// sent on the network, of all kinds: requests, answers, writes, locks and others
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0; ///< of these messages, on the wire

  Traffic& operator+=(const Traffic& other) {
    reads += other.reads;
    writes += other.writes;
    remote_reads += other.remote_reads;
    remote_writes += other.remote_writes;
    lock_retries += other.lock_retries;
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
};

} // namespace eldest
