#pragma once

#include "sim/machines/simulated/machine_parameters.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace eldest {

/// When one simulated processor is busy, and with what: its own activities one after another, and
/// the table accesses of others that it serves in between, first come first served. Times are in
/// seconds since the start; accesses arrive in order of time.
class ProcessorSchedule {
public:
  explicit ProcessorSchedule(Service service) : service_(service) {}

  /// When everything begun so far will be done: the processor's own clock.
  [[nodiscard]] double free_at() const { return free_at_; }

  /// An own activity, right after the last. The processor looks for accesses to serve at its end.
  void run(double seconds) {
    free_at_ += seconds;
    if (service_ == Service::poll)
      polls_.push_back(free_at_);
  }

  /// The clock of the whole machine has come to `now`: until then at least there was nothing else
  /// to do but to serve accesses.
  void wait_until(double now) {
    if (now > free_at_)
      free_at_ = now;
    if (service_ == Service::poll)
      forget_polls(now);
  }

  /// Something leaves right after the last own activity, at `time`: kept up to date, as accesses
  /// served before then put it off, until `departed(time)` is called.
  void depart(double& time) {
    time = free_at_;
    if (service_ != Service::hardware)
      departures_.push_back(&time);
  }
  void departed(const double& time) { std::erase(departures_, &time); }

  /// An access that takes `seconds` to serve has arrived; returns when it will have been served.
  double serve(double arrival, double seconds) {
    if (service_ != Service::hardware)
      return serve_in_between(arrival, seconds);
    return served_until_ = std::max(arrival, served_until_) + seconds;
  }

private:
  double serve_in_between(double arrival, double seconds);
  [[nodiscard]] double service_start(double arrival) const;
  void forget_polls(double before) {
    while (!polls_.empty() && polls_.front() < before)
      polls_.pop_front();
  }

  double free_at_ = 0;
  double served_until_ = 0; ///< end of the last access to be served
  Service service_;
  std::deque<double> polls_; ///< when the processor will look for accesses: ends of own activities
  std::vector<double*> departures_;
};

} // namespace eldest
