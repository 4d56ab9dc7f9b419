#include "sim/machines/threads/starting_line.hpp"

#include <utility>

namespace eldest {

StartingLine::StartingLine(int threads, std::function<void()> on_start)
    : on_start_(std::move(on_start)), missing_(threads) {}

bool StartingLine::wait() {
  if (missing_.fetch_sub(1) == 1) {
    on_start_();
    change_to(State::started);
  }
  state_.wait(State::waiting);
  return state_ == State::started;
}

void StartingLine::call_off() { change_to(State::called_off); }

void StartingLine::change_to(State state) {
  state_ = state;
  state_.notify_all();
}

} // namespace eldest
