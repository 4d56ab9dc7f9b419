#include "sim/machines/simulated/processor_schedule.hpp"

#include <algorithm>

namespace eldest {

void ProcessorSchedule::add_poll() { polls_.push_back(free_at_); }

void ProcessorSchedule::forget_polls(double before) {
  while (!polls_.empty() && polls_.front() < before)
    polls_.pop_front();
}

double ProcessorSchedule::service_start(double arrival) const {
  if (served_until_ >= arrival || polls_.empty())
    return std::max(arrival, served_until_);
  return polls_.front();
}

void ProcessorSchedule::stop(double now, double until) {
  const double seconds = until - std::max(now, stopped_until_);
  if (seconds <= 0)
    return;
  forget_polls(now);
  const bool is_free = free_at_ <= now;
  const bool serves = served_until_ > now;
  free_at_ = std::max(free_at_, now) + seconds;
  for (double& poll : polls_)
    poll += seconds;
  put_off_departures(now, false, seconds);
  if (serves)
    served_until_ += seconds;
  else if (is_free || service_ == Service::interrupt)
    served_until_ = until; // otherwise it looks for accesses at the end of its activity
  stopped_until_ = until;
}

void ProcessorSchedule::put_off_departures(double start, bool inclusive, double seconds) {
  for (double* const departure : departures_) {
    if (*departure > start || (inclusive && *departure == start))
      *departure += seconds;
  }
}

double ProcessorSchedule::serve(double arrival, double seconds, First first) {
  forget_polls(arrival);
  const double start = service_start(arrival);
  served_until_ = start + seconds;
  free_at_ = std::max(free_at_, start) + seconds;
  for (double& poll : polls_) {
    if (poll > start)
      poll += seconds;
  }
  // With Service::poll, departures at the end of an activity precede the look for accesses.
  const bool precedes =
      service_ == Service::interrupt && (start > arrival || first == First::access);
  put_off_departures(start, precedes, seconds);
  return served_until_;
}

} // namespace eldest
