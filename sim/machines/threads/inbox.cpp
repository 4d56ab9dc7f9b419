#include "sim/machines/threads/inbox.hpp"

#include "sim/system/ticks.hpp"

#include <algorithm>
#include <thread>
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

void Inbox::stay_awake_until(Clock::time_point end) const {
  constexpr int looks_between_times = 64;
  while (is_empty() && Clock::now() < end) {
    for (int look = 0; look < looks_between_times && is_empty(); ++look)
      pause_spinning();
  }
}

std::optional<Message> Inbox::pop(std::chrono::nanoseconds spin) {
  stay_awake_until(Clock::now() + spin);
  while (is_empty())
    arrived_.wait(taken_, std::memory_order_acquire);
  return take();
}

bool Inbox::wait_for(std::chrono::duration<double> time, std::chrono::nanoseconds spin) {
  using Seconds = std::chrono::duration<double>;
  constexpr Seconds nap = std::chrono::microseconds(50); // std::atomic::wait has no time-out
  const auto begin = Clock::now();
  stay_awake_until(begin +
                   std::chrono::duration_cast<Clock::duration>(std::min<Seconds>(time, spin)));
  const auto left = [&] { return time - (Clock::now() - begin); };
  while (is_empty() && left().count() > 0)
    std::this_thread::sleep_for(std::min<Seconds>(left(), nap));
  return !is_empty();
}

} // namespace eldest
