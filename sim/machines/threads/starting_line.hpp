#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace eldest {

/// A barrier at which threads wait to start together. It is called off if not all of them will
/// come.
class StartingLine {
public:
  /// Expects `threads` threads, 1 or more. The last to come calls `on_start` before any of them
  /// goes on. `on_start` must not throw.
  StartingLine(int threads, std::function<void()> on_start);

  /// Waits for the start, in one of the threads. Returns false if the start has been called off.
  [[nodiscard]] bool wait();

  /// Calls the start off, which releases the threads that have come. Call this only if not all will
  /// come.
  void call_off();

private:
  enum class State : std::uint8_t { waiting, started, called_off };

  void change_to(State state);

  std::function<void()> on_start_;
  std::atomic<int> missing_;
  std::atomic<State> state_ = State::waiting;
};

} // namespace eldest
