#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace eldest {

/// A line at which threads wait until all of them have come, to start together; or until it is
/// known that not all will come.
class StartingLine {
public:
  /// For so many threads, at least one. `on_start`, which must not throw, is called by the last to
  /// come, before any of them goes on.
  StartingLine(int threads, std::function<void()> on_start);

  /// Waits for the start, in one of the threads. Returns false if it has been called off.
  [[nodiscard]] bool wait();

  /// Lets those that have come go. Call it only if not all will come.
  void call_off();

private:
  enum class State : std::uint8_t { waiting, started, called_off };

  void change_to(State state);

  std::function<void()> on_start_;
  std::atomic<int> missing_;
  std::atomic<State> state_ = State::waiting;
};

} // namespace eldest
