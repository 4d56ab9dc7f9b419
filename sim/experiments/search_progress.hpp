#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// How far a simulated search has got: written by the process that simulates, read by another.
struct SearchProgress {
  std::atomic<bool> running = false;
  std::atomic<double> simulated_seconds = 0;
  std::atomic<std::uint64_t> nodes = 0;
  std::atomic<int> depth = 0;                 ///< of the latest iteration that a processor is in
  std::atomic<int> nominal_depth = 0;         ///< of the last iteration
  std::atomic<double> remaining_seconds = -1; ///< of wall time, estimated; negative: not known yet
};

/// Seconds that an iterative deepening still takes, if every iteration from now on takes as much
/// more than the last but one (odd and even depths differ) as the last finished one did; negative
/// if that is not known.
[[nodiscard]] double estimate_remaining_seconds(const std::vector<double>& iterations,
                                                double in_current, int after_current);

/// Keeps a search's progress up to date, by the wall clock.
class ProgressReporter {
public:
  ProgressReporter(SearchProgress& progress, int nominal_depth);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  void report(double simulated_seconds, std::uint64_t nodes, int depth);

private:
  SearchProgress& progress_;
  int nominal_depth_;
  int depth_ = 0;
  double iteration_began_;
  std::vector<double> iterations_; ///< seconds that each finished one took
};

/// The progress of many searches, in memory that is shared with child processes made later.
class ProgressBoard {
public:
  ProgressBoard();
  ~ProgressBoard();
  ProgressBoard(const ProgressBoard&) = delete;
  ProgressBoard& operator=(const ProgressBoard&) = delete;

  /// Of the search of a number; far apart ones may share a place.
  [[nodiscard]] SearchProgress& of(std::size_t search) { return places_[search % count]; }

  /// The running search of the lowest number, if any.
  [[nodiscard]] const SearchProgress* first_running() const;

private:
  static constexpr std::size_t count = 4096;
  SearchProgress* places_;
};

} // namespace eldest
