#pragma once

#include <cstddef>
#include <vector>

namespace eldest {

/// The speed of a processor over time: in each step, the factor by which the processor takes longer
/// than at full speed.
class SpeedProfile {
public:
  /// Makes the processor take `slowness` times as long, 1 or more, in [`from`, `until`). The
  /// factors of overlapping times multiply. Times are in seconds since the start.
  void slow_down(double from, double until, double slowness);

  [[nodiscard]] bool is_constant() const { return steps_.size() == 1; }

  /// Seconds that the processor takes, from `begin` on, for what takes `seconds` at full speed.
  [[nodiscard]] double seconds_from(double begin, double seconds) const;

private:
  struct Step {
    double from;
    double slowness;
  };

  /// Makes a step begin at `time`, unless that is infinite.
  void split(double time);
  /// The index of the step in which `time` is. `time` is 0 or more.
  [[nodiscard]] std::size_t at(double time) const;

  std::vector<Step> steps_{{0, 1}}; ///< by time; the last step has no end
};

} // namespace eldest
