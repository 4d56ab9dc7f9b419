#include "sim/machines/trace/timeline.hpp"

#include <algorithm>

namespace eldest {
namespace {

/// Multiplies the seconds of all of a cell's states by `factor`.
void multiply(Timeline::Cell& cell, double factor) {
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    for (const auto category : time_categories)
      cell.seconds[phase].*category *= factor;
    cell.wasted[phase] *= factor;
  }
}

} // namespace

void Timeline::add(double end, const ProcessorState& state) {
  const double begin = this->end();
  if (end <= begin)
    return;
  if (cells_.empty() || cells_.back().mixed || cells_.back().state != state) {
    merge_last();
    if (cells_.size() >= max_cells_)
      coarsen();
    cells_.push_back({begin, end, {}, {}, false, state});
  }
  Cell& last = cells_.back();
  last.end = end;
  last.set_seconds(last.end - last.begin);
}

/// Merges the last cell into the one before, unless the merged cell would be longer than the
/// resolution.
void Timeline::merge_last() {
  if (cells_.size() >= 2 && merge(*(cells_.end() - 2), cells_.back()))
    cells_.pop_back();
}

/// Merges `cell` into `before`, unless the merged cell would be longer than the resolution. Returns
/// true if it merges.
bool Timeline::merge(Cell& before, const Cell& cell) const {
  if (cell.end - before.begin > resolution_)
    return false;
  before.end = cell.end;
  before.mixed = true;
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    before.seconds[phase] += cell.seconds[phase];
    before.wasted[phase] += cell.wasted[phase];
  }
  return true;
}

/// Merges cells until at most half of `max_cells_` are left. Any two neighbours together are then
/// longer than the resolution, and the whole time is at most `max_cells_` / 4 times the resolution.
void Timeline::coarsen() {
  resolution_ = std::max(2 * resolution_, 4 * end() / static_cast<double>(max_cells_));
  auto last = cells_.begin();
  for (auto cell = last + 1; cell != cells_.end(); ++cell) {
    if (!merge(*last, *cell))
      *++last = *cell;
  }
  cells_.erase(last + 1, cells_.end());
}

void Timeline::cut(double end) {
  while (!cells_.empty() && cells_.back().begin >= end)
    cells_.pop_back();
  if (this->end() <= end)
    return;
  Cell& last = cells_.back();
  multiply(last, (end - last.begin) / (last.end - last.begin));
  last.end = end;
}

void Timeline::scale(double factor) {
  resolution_ *= factor;
  for (auto& cell : cells_) {
    multiply(cell, factor);
    cell.begin *= factor;
    cell.end *= factor;
  }
}

} // namespace eldest
