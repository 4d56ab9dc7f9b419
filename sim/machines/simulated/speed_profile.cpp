#include "sim/machines/simulated/speed_profile.hpp"

#include <algorithm>
#include <limits>

namespace eldest {

void SpeedProfile::slow_down(double from, double until, double slowness) {
  split(from);
  split(until);
  for (auto& step : steps_) {
    if (step.from >= from && step.from < until)
      step.slowness *= slowness;
  }
}

double SpeedProfile::seconds_from(double begin, double seconds) const {
  double passed = 0;
  for (auto step = at(begin); step + 1 < steps_.size(); ++step) {
    const double room = std::max(0.0, steps_[step + 1].from - (begin + passed));
    const double done = room / steps_[step].slowness;
    if (seconds <= done)
      return passed + seconds * steps_[step].slowness;
    passed += room;
    seconds -= done;
  }
  return passed + seconds * steps_.back().slowness;
}

void SpeedProfile::split(double time) {
  if (time == std::numeric_limits<double>::infinity())
    return;
  const auto step = at(time);
  if (steps_[step].from < time)
    steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(step) + 1,
                  {time, steps_[step].slowness});
}

std::size_t SpeedProfile::at(double time) const {
  const auto later = std::ranges::upper_bound(steps_, time, {}, &Step::from);
  return static_cast<std::size_t>(later - steps_.begin()) - 1;
}

} // namespace eldest
