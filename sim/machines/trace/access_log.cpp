#include "sim/machines/trace/access_log.hpp"

#include <utility>

namespace eldest {

void AccessLog::add(double time, std::uint64_t accesses) {
  if (accesses == 0)
    return;
  while (time >= interval_ * static_cast<double>(max_intervals_))
    double_interval();
  const auto place = static_cast<std::size_t>(time / interval_);
  if (place >= counts_.size())
    counts_.resize(place + 1);
  counts_[place] += accesses;
}

void AccessLog::double_interval() {
  interval_ *= 2;
  std::vector<std::uint64_t> longer((counts_.size() + 1) / 2);
  for (std::size_t i = 0; i < counts_.size(); ++i)
    longer[i / 2] += counts_[i];
  counts_ = std::move(longer);
}

} // namespace eldest
