#include "sim/machines/simulated/busy_time.hpp"

#include <algorithm>
#include <limits>

namespace eldest {

void BusyTime::add(std::size_t place, double begin, double end) {
  if (begin >= end)
    return;
  sum_ += end - begin;
  added_until_[place] = end;
  spans_.emplace_back(begin, end);
  if (spans_.size() < limit_)
    return;
  settle(std::ranges::min(added_until_));
  limit_ = std::max(least_limit, 2 * spans_.size());
}

double BusyTime::any() {
  settle(std::numeric_limits<double>::infinity());
  return any_;
}

void BusyTime::settle(double end) {
  std::ranges::sort(spans_);
  std::vector<std::pair<double, double>> later;
  double covered = 0;
  for (const auto& [span_begin, span_end] : spans_) {
    const double begin = std::max(span_begin, covered);
    const double settled = std::min(span_end, end);
    if (settled > begin) {
      any_ += settled - begin;
      covered = settled;
    }
    if (span_end > end)
      later.emplace_back(std::max(span_begin, end), span_end);
  }
  spans_ = std::move(later);
}

} // namespace eldest
