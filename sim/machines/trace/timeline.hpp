#pragma once

#include "algorithms/search/phase.hpp"
#include "sim/machines/accounts.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace eldest {

/// The category of a stretch of a processor's time, and the phase of the algorithm.
struct ProcessorState {
  Phase phase = Phase::searching;
  TimeCategory category = &TimeAccount::work;
  bool wasted = false; ///< true for work that a sequential search does not do; see SearchLog

  bool operator==(const ProcessorState&) const = default;
};

/// The states of one processor from the start on, without gaps and in bounded memory.
///
/// Up to `max_cells` stretches of time in one state are kept exactly, each as a cell. Whenever the
/// cells would become more, the resolution, a length of time, becomes at least twice as long. From
/// then on neighbouring cells are merged, unless a merged cell would be longer than the resolution.
/// A merged cell knows how much of its time went to each state, but not in which order. A stretch
/// longer than the resolution stays exact, and so do all sums.
class Timeline {
public:
  struct Cell {
    double begin = 0; ///< seconds since the start
    double end = 0;
    std::array<TimeAccount, phase_count> seconds; ///< time spent, by phase
    std::array<double, phase_count> wasted{};     ///< seconds of wasted work, by phase
    bool mixed = false;                           ///< true if merged from several stretches
    ProcessorState state;                         ///< of an unmixed cell

    [[nodiscard]] double seconds_in(const ProcessorState& in) const {
      const auto in_phase = static_cast<std::size_t>(in.phase);
      const double all = seconds[in_phase].*in.category;
      if (in.category != &TimeAccount::work)
        return all;
      return in.wasted ? wasted[in_phase] : all - wasted[in_phase];
    }
    /// Sets the seconds that an unmixed cell spends in its state.
    void set_seconds(double value) {
      const auto phase = static_cast<std::size_t>(state.phase);
      seconds[phase].*state.category = value;
      wasted[phase] = state.wasted ? value : 0;
    }
  };

  /// `max_cells` is at least 4.
  explicit Timeline(std::size_t max_cells) : max_cells_(max_cells) {}

  /// Adds a stretch in `state` from the end of the timeline until `end`. Does nothing if `end` is
  /// not later.
  void add(double end, const ProcessorState& state);
  /// Removes everything after `end`.
  void cut(double end);
  /// Multiplies all times by `factor`, to change the unit of time.
  void scale(double factor);

  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  [[nodiscard]] double end() const { return cells_.empty() ? 0 : cells_.back().end; }
  /// The longest possible mixed cell, in seconds; 0 if all cells are exact.
  [[nodiscard]] double resolution() const { return resolution_; }

private:
  void merge_last();
  bool merge(Cell& before, const Cell& cell) const;
  void coarsen();

  std::size_t max_cells_;
  double resolution_ = 0;
  std::vector<Cell> cells_; ///< the last is not merged yet, because it may become longer
};

} // namespace eldest
