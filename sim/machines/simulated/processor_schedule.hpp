#pragma once

#include "sim/platform_files/machine_parameters.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace eldest {

/// The schedule of one simulated processor: its own activities one after another, and the table
/// accesses of others that it serves in between, first come first served. Times are in seconds
/// since the start; accesses arrive in order of time.
class ProcessorSchedule {
public:
  /// `stops`: the processor may stop for a while.
  explicit ProcessorSchedule(Service service, bool stops = false)
      : service_(service), may_put_off_(stops || service != Service::hardware) {}

  /// The time when everything begun so far will be done: the processor's own clock.
  [[nodiscard]] double free_at() const { return free_at_; }

  /// Adds an activity of its own, right after the last one. The processor looks for accesses to
  /// serve at its end.
  void run(double seconds) {
    free_at_ += seconds;
    if (service_ == Service::poll)
      add_poll();
  }

  /// Lets the processor wait until `now`, the machine's clock, with nothing to do but to serve
  /// accesses.
  void wait_until(double now) {
    if (now > free_at_)
      free_at_ = now;
    if (service_ == Service::poll)
      forget_polls(now);
  }

  /// Sets `time` to when something leaves that is sent right after the last activity of its own.
  /// Accesses served before then put it off, and `time`, which must stay where it is, until
  /// `departed(time)` is called.
  void depart(double& time) {
    time = free_at_;
    if (may_put_off_)
      departures_.push_back(&time);
  }
  /// The same for something that leaves at `time`, later than now.
  void depart_later(double& time) { departures_.push_back(&time); }
  void departed(const double& time) { std::erase(departures_, &time); }

  /// Serves an access, which takes some seconds, in between; returns when it will have been served.
  double serve(double arrival, double seconds);

  /// Stops the processor, now, until a later time: what it has not done by now it does later by
  /// that while.
  void stop(double now, double until);

private:
  [[nodiscard]] double service_start(double arrival) const;
  // Not inline, for `run` and `wait_until` to be small where nobody polls.
  void add_poll();
  void forget_polls(double before);

  double free_at_ = 0;
  double served_until_ = 0; ///< end of the last access to be served
  Service service_;
  bool may_put_off_;         ///< what is to leave
  std::deque<double> polls_; ///< when the processor will look for accesses: ends of own activities
  std::vector<double*> departures_;
  double stopped_until_ = 0;
};

} // namespace eldest
