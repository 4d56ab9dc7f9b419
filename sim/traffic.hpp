#pragma once

#include <cstdint>

namespace eldest {

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
