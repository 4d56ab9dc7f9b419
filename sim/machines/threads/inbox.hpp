#pragma once

#include "algorithms/processor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace eldest {

/// The messages on their way to one thread. Any thread may push; one takes them out, in order for
/// each sender.
class Inbox {
public:
  void push(Message message) { add(std::move(message)); }

  /// Wakes the owner where it waits.
  void wake() { add(std::nullopt); }

  /// What every interior node of a search asks: one load of a line that is seldom written.
  [[nodiscard]] bool is_empty() const { return arrived_.load(std::memory_order_acquire) == taken_; }

  /// The next message, of which there is one, or nothing for a `wake`.
  [[nodiscard]] std::optional<Message> take();

  /// The next message, or nothing if `wake` has been called instead. Waits awake for up to `spin`
  /// before it sleeps: to be woken takes longer than most waits.
  [[nodiscard]] std::optional<Message> pop(std::chrono::nanoseconds spin);

private:
  void add(std::optional<Message> message);

  std::mutex mutex_;
  std::deque<std::optional<Message>> messages_; ///< nothing is a wake-up
  /// How many in all; on a cache line that only an arrival takes from the owner.
  alignas(64) std::atomic<std::uint32_t> arrived_ = 0;
  std::uint32_t taken_ = 0; ///< the owner's own count
};

} // namespace eldest
