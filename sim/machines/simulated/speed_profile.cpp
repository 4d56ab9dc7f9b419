#include "sim/machines/simulated/speed_profile.hpp"

#include <algorithm>
#include <cmath>
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

void SpeedProfile::follow(const Profile& speed) {
  for (const auto& [date, value] : speed.values)
    changes_.push_back({date, 1 / value}); // infinite for a speed of 0
  period_ = speed.period;
}

double SpeedProfile::seconds_from(double begin, double seconds) const {
  double passed = 0;
  auto step = at(begin);
  auto place = place_at(begin);
  while (seconds > 0) {
    const double slowness = steps_[step].slowness * place.slowness;
    const double end = std::min(end_of(step), end_of(place));
    const double room = std::max(0.0, end - (begin + passed));
    const double done = room / slowness;
    if (seconds <= done)
      break;
    passed += room;
    seconds -= done;
    if (end_of(step) == end)
      ++step;
    if (end_of(place) == end)
      advance(place);
  }
  return seconds > 0 ? passed + seconds * steps_[step].slowness * place.slowness : passed;
}

double SpeedProfile::end_of(std::size_t step) const {
  return step + 1 < steps_.size() ? steps_[step + 1].from : std::numeric_limits<double>::infinity();
}

SpeedProfile::Place SpeedProfile::place_at(double time) const {
  Place place;
  if (period_ > 0 && time >= period_) {
    place.cycle = std::floor(time / period_) * period_;
    place.slowness = changes_.back().slowness;
  }
  while (end_of(place) <= time)
    advance(place);
  return place;
}

double SpeedProfile::end_of(const Place& place) const {
  if (place.next < changes_.size())
    return place.cycle + changes_[place.next].from;
  return period_ > 0 && !changes_.empty() ? place.cycle + period_ + changes_.front().from
                                          : std::numeric_limits<double>::infinity();
}

void SpeedProfile::advance(Place& place) const {
  if (place.next == changes_.size()) {
    place.cycle += period_;
    place.next = 0;
  }
  place.slowness = changes_[place.next++].slowness;
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
