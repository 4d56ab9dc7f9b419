#include "sim/machines/threads/inbox.hpp"

#include "sim/machines/threads/ticks.hpp"

#include <utility>

namespace eldest {

void Inbox::add(std::optional<Message> message) {
  {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
  }
  arrived_.fetch_add(1, std::memory_order_release);
  arrived_.notify_one();
}

std::optional<Message> Inbox::take() {
  const std::lock_guard lock(mutex_);
  auto message = std::move(messages_.front());
  messages_.pop_front();
  ++taken_;
  return message;
}

std::optional<Message> Inbox::pop(std::chrono::nanoseconds spin) {
  constexpr int looks_between_times = 64;
  const auto end = std::chrono::steady_clock::now() + spin;
  while (is_empty() && std::chrono::steady_clock::now() < end) {
    for (int look = 0; look < looks_between_times && is_empty(); ++look)
      pause_spinning();
  }
  while (is_empty())
    arrived_.wait(taken_, std::memory_order_acquire);
  return take();
}

} // namespace eldest
