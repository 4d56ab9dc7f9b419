#pragma once

#include "sim/machines/simulated/turn_taking.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace eldest {

/// Shows the progress of the search of a machine's processors from time to time.
class MachineProgress {
public:
  /// `show(simulated seconds, nodes, depth of the latest iteration)`.
  using Show = std::function<void(double, std::uint64_t, int)>;

  explicit MachineProgress(const TurnTaking& turns)
      : turns_(turns), operations_between_shows_(1 + 20'000 / turns.processors()) {}

  void on_progress(Show show) { show_ = std::move(show); }

  /// Counts an operation of the first processor. Shows the progress in every
  /// `operations_between_shows_`-th call, because looking at all processors takes a while.
  void count_operation() {
    if (show_ && ++operations_ % operations_between_shows_ == 0)
      show_now();
  }

private:
  void show_now() const;

  const TurnTaking& turns_;
  std::size_t operations_between_shows_;
  Show show_;
  std::size_t operations_ = 0;
};

} // namespace eldest
