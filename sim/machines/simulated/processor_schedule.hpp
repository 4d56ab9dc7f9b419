#pragma once

#include "sim/platform_files/machine_parameters.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

namespace eldest {

/// The schedule of one simulated processor. The processor does its own activities one after
/// another. As its Service says, it also serves the table accesses of others, first come, first
/// served. Times are in seconds since the start. Accesses arrive in order of time.
class ProcessorSchedule {
public:
  /// `stops`: true if the processor may stop for a while.
  explicit ProcessorSchedule(Service service, bool stops = false)
      : service_(service), may_put_off_(stops || service != Service::hardware) {}

  /// The time when everything begun so far will be done. This is the processor's own clock.
  [[nodiscard]] double free_at() const { return free_at_; }

  /// Adds an activity of the processor's own, right after the last one. With Service::poll, the
  /// processor looks for accesses to serve at the end of the activity.
  void run(double seconds) {
    free_at_ += seconds;
    if (service_ == Service::poll)
      add_poll();
  }

  /// Makes the processor wait until `now`, the machine's clock. During the wait, it only serves
  /// accesses.
  void wait_until(double now) {
    if (now > free_at_)
      free_at_ = now;
    if (service_ == Service::poll)
      forget_polls(now);
  }

  /// Sets `time` to the departure of something that is sent right after the processor's own last
  /// activity. Accesses served before then delay the departure, and change `time`, until
  /// `departed(time)` is called. Until then, `time` must stay at its address. Returns the serial
  /// number of what is sent, from 1.
  std::uint32_t depart(double& time) {
    time = free_at_;
    if (may_put_off_)
      departures_.push_back(&time);
    return ++sent_;
  }
  /// Does the same, but without setting `time`, for something that is to leave at `time`, not
  /// before now.
  void depart_at(double& time) {
    if (may_put_off_)
      departures_.push_back(&time);
  }
  void departed(const double& time) { std::erase(departures_, &time); }

  /// The first of two events at one instant: the arrival of an access, or the processor's own.
  enum class First { access, processor };

  /// Serves an access that comes at `arrival` and takes `seconds`. Delays what the processor itself
  /// does after the service begins. Returns the time when the service ends.
  double serve(double arrival, double seconds, First first);

  /// Stops the processor from `now` until `until`. All that it has not done by `now` is later by
  /// the length of the stop.
  void stop(double now, double until);

private:
  [[nodiscard]] double service_start(double arrival) const;
  /// Delays by `seconds` what leaves after `start`, or at `start` if `inclusive`.
  void put_off_departures(double start, bool inclusive, double seconds);
  // Not inline, so that `run` and `wait_until` are small on machines without polling.
  void add_poll();
  void forget_polls(double before);

  double free_at_ = 0;
  double served_until_ = 0; ///< end of the latest service
  Service service_;
  bool may_put_off_; ///< true if departures may be delayed
  std::uint32_t sent_ = 0;
  /// Times when the processor will look for accesses, at ends of its own activities.
  std::deque<double> polls_;
  /// Departures that may still be delayed.
  std::vector<double*> departures_;
  double stopped_until_ = 0;
};

} // namespace eldest
