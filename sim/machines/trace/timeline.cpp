#include "sim/machines/trace/timeline.hpp"

#include <algorithm>
#include <utility>

namespace eldest {

void Timeline::add(double end, const ProcessorState& state) {
  const double begin = this->end();
  if (end <= begin)
    return;
  if (cells_.empty() || cells_.back().mixed || cells_.back().state != state) {
    merge_last();
    if (cells_.size() >= max_cells_)
      coarsen();
    cells_.push_back({begin, end, {}, false, state});
  }
  Cell& last = cells_.back();
  last.end = end;
  last.seconds_in(state) = last.end - last.begin;
}

/// Merges the last cell into the one before if that makes none longer than the resolution.
void Timeline::merge_last() {
  if (cells_.size() < 2)
    return;
  const Cell& last = cells_.back();
  Cell& before = *(cells_.end() - 2);
  if (last.end - before.begin > resolution_)
    return;
  before.end = last.end;
  before.mixed = true;
  for (std::size_t phase = 0; phase < phase_count; ++phase)
    before.seconds[phase] += last.seconds[phase];
  cells_.pop_back();
}

/// Merges cells until at most half of `max_cells_` are left: two neighbours together are longer
/// than the resolution, and all of the time is at most a quarter of `max_cells_` times that.
void Timeline::coarsen() {
  resolution_ = std::max(2 * resolution_, 4 * end() / static_cast<double>(max_cells_));
  for (const auto& cell : std::exchange(cells_, {})) {
    cells_.push_back(cell);
    merge_last();
  }
}

void Timeline::cut(double end) {
  while (!cells_.empty() && cells_.back().begin >= end)
    cells_.pop_back();
  if (this->end() <= end)
    return;
  Cell& last = cells_.back();
  const double share = (end - last.begin) / (last.end - last.begin);
  for (auto& seconds : last.seconds) {
    for (const auto category : time_categories)
      seconds.*category *= share;
  }
  last.end = end;
}

} // namespace eldest
