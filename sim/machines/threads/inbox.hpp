#pragma once

#include "algorithms/search/processor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace eldest {

/// A queue of messages to one thread, the owner. Any thread may push. The owner takes the messages,
/// in order for each sender.
class Inbox {
public:
  void push(Message message) { add(std::move(message)); }

  /// Adds an entry without a message, so that the owner wakes if it waits.
  void wake() { add(std::nullopt); }

  /// Returns true if there is nothing to take. Called in every interior node of a search, for which
  /// it is fast enough. It loads one word, of a cache line that is seldom written.
  [[nodiscard]] bool is_empty() const { return arrived_.load(std::memory_order_acquire) == taken_; }

  /// Takes the next message, or nothing for a `wake`. The inbox must not be empty.
  [[nodiscard]] std::optional<Message> take();

  /// Waits for the next message and takes it, or nothing for a `wake`. Spins for at most `spin`
  /// before it sleeps, because waking up takes longer than most waits.
  [[nodiscard]] std::optional<Message> pop(std::chrono::nanoseconds spin);

  /// Waits at most `time` for a message or `wake`. Returns true if there is something to take.
  /// Spins for at most `spin` of that time, and then looks again every 50 µs.
  [[nodiscard]] bool wait_for(std::chrono::duration<double> time, std::chrono::nanoseconds spin);

private:
  using Clock = std::chrono::steady_clock;

  /// Spins until there is something to take, at most until `end`.
  void stay_awake_until(Clock::time_point end) const;
  void add(std::optional<Message> message);

  std::mutex mutex_;
  std::deque<std::optional<Message>> messages_; ///< nothing for a `wake`
  /// Number of entries ever added. Its cache line leaves the owner's core only when an entry is
  /// added.
  alignas(64) std::atomic<std::uint32_t> arrived_ = 0;
  std::uint32_t taken_ = 0; ///< number of entries that the owner has taken
};

} // namespace eldest
