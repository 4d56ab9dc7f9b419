#pragma once

#include "algorithms/search/processor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace eldest {

/// The messages on their way to one thread. Any thread may push; the owner takes messages out, in
/// order for each sender.
class Inbox {
public:
  void push(Message message) { add(std::move(message)); }

  /// Wakes the owner if it waits.
  void wake() { add(std::nullopt); }

  /// Whether there is nothing to take. Asked in every interior node of a search: one load of a
  /// cache line that is seldom written.
  [[nodiscard]] bool is_empty() const { return arrived_.load(std::memory_order_acquire) == taken_; }

  /// Takes the next message, or nothing for a `wake`. The inbox must not be empty.
  [[nodiscard]] std::optional<Message> take();

  /// Waits for the next message and takes it, or nothing if `wake` has been called instead. Stays
  /// awake for up to `spin` before it sleeps, since waking takes longer than most waits.
  [[nodiscard]] std::optional<Message> pop(std::chrono::nanoseconds spin);

  /// Waits until there is something to take, for so long at most; whether there is. Stays awake for
  /// up to `spin` of that, and looks again after every nap then.
  [[nodiscard]] bool wait_for(std::chrono::duration<double> time, std::chrono::nanoseconds spin);

private:
  using Clock = std::chrono::steady_clock;

  /// Stays awake until there is something to take, or until a time.
  void stay_awake_until(Clock::time_point end) const;
  void add(std::optional<Message> message);

  std::mutex mutex_;
  std::deque<std::optional<Message>> messages_; ///< nothing is a wake-up
  /// Number of arrivals in all, on a cache line that only an arrival takes from the owner.
  alignas(64) std::atomic<std::uint32_t> arrived_ = 0;
  std::uint32_t taken_ = 0; ///< the owner's own count
};

} // namespace eldest
