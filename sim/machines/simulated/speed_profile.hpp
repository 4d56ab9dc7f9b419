#pragma once

#include <cstddef>
#include <vector>

namespace eldest {

/// How fast a processor is in the course of time, where it is slow for a while: how many times as
/// long it takes then for what it does.
class SpeedProfile {
public:
  /// Takes `slowness` times as long, 1 or more, from a time on until another; several such at the
  /// same time multiply. Times are in seconds since the start.
  void slow_down(double from, double until, double slowness);

  [[nodiscard]] bool is_constant() const { return steps_.size() == 1; }

  /// The seconds that it takes, begun at a time, for what otherwise takes `seconds`.
  [[nodiscard]] double seconds_from(double begin, double seconds) const;

private:
  struct Step {
    double from;
    double slowness;
  };

  /// Has a step begin at a time, unless that is never.
  void split(double time);
  /// The index of the step at a time, 0 or later.
  [[nodiscard]] std::size_t at(double time) const;

  std::vector<Step> steps_{{0, 1}}; ///< by time; the last goes on for ever
};

} // namespace eldest
