#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace eldest {

/// A barrier at which threads wait to start together. If not all of them will come, `call_off`
/// releases those that have come.
class StartingLine {
public:
  /// Expects `threads` threads, 1 or more. The last thread to come calls `on_start` before any of
  /// them is released. `on_start` must not throw.
  StartingLine(int threads, std::function<void()> on_start);

  /// Waits until all threads have come. Each of the threads calls this once. Returns false if the
  /// start has been called off.
  [[nodiscard]] bool wait();

  /// Calls the start off, which releases the threads that have come. Precondition: not all of them
  /// will come.
  void call_off();

private:
  enum class State : std::uint8_t { waiting, started, called_off };

  void change_to(State state);

  std::function<void()> on_start_;
  std::atomic<int> missing_;
  std::atomic<State> state_ = State::waiting;
};

} // namespace eldest
