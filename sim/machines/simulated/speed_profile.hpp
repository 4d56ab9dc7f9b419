#pragma once

#include "sim/platform_files/profile.hpp"

#include <cstddef>
#include <vector>

namespace eldest {

/// The slowness of a processor over time: the factor by which the processor takes longer than at
/// full speed.
class SpeedProfile {
public:
  /// Makes the processor take `slowness` times as long, 1 or more, in [`from`, `until`). The
  /// factors of overlapping times multiply. Times are in seconds since the start.
  void slow_down(double from, double until, double slowness);
  /// Makes the speed change by a profile of its host, in addition to other factors. Values are
  /// factors of the full speed, not all of them 0 from some time on. Called at most once.
  void follow(const Profile& speed);

  [[nodiscard]] bool is_constant() const { return steps_.size() == 1 && changes_.empty(); }

  /// Seconds that the processor takes, from `begin` on, for what takes `seconds` at full speed.
  [[nodiscard]] double seconds_from(double begin, double seconds) const;

private:
  struct Step {
    double from;
    double slowness;
  };
  /// A place among the changes of the host's speed, which repeat.
  struct Place {
    double cycle = 0;     ///< begin of the period, in seconds since the start
    std::size_t next = 0; ///< index of the next change in the period
    double slowness = 1;  ///< until that change
  };

  /// Makes a step begin at `time`, unless that is infinite.
  void split(double time);
  /// The index of the step in which `time` is. `time` is 0 or more.
  [[nodiscard]] std::size_t at(double time) const;
  [[nodiscard]] double end_of(std::size_t step) const;

  [[nodiscard]] Place place_at(double time) const;
  [[nodiscard]] double end_of(const Place& place) const;
  /// Goes on to the time after the next change.
  void advance(Place& place) const;

  std::vector<Step> steps_{{0, 1}}; ///< by time; the last step has no end
  std::vector<Step> changes_;       ///< of the host's speed in one period, by time
  double period_ = 0;               ///< seconds; 0 if the changes do not repeat
};

} // namespace eldest
