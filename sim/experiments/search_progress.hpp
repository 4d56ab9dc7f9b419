#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// The time that a search takes: on a simulated machine's clock, or on a real one's.
enum class SearchTime : std::uint8_t { simulated, real };

/// The progress of a search, written by the process or thread that searches and read by another.
struct SearchProgress {
  std::atomic<bool> running = false;
  std::atomic<SearchTime> time = SearchTime::simulated;
  std::atomic<double> seconds = 0;
  std::atomic<std::uint64_t> nodes = 0;
  std::atomic<int> depth = 0;                 ///< of the last iteration that a processor has begun
  std::atomic<int> nominal_depth = 0;         ///< of the last iteration
  std::atomic<double> remaining_seconds = -1; ///< of wall time, estimated; negative: not known yet
};

/// The seconds that an iterative deepening still takes, if the time of every iteration from now on
/// grows over that of the last but one (odd and even depths differ) by the same factor as in the
/// last finished one; negative if that is not known.
[[nodiscard]] double estimate_remaining_seconds(const std::vector<double>& iterations,
                                                double in_current, int after_current);

/// A writer of a search's progress, which estimates the remaining time by the wall clock.
class ProgressReporter {
public:
  ProgressReporter(SearchProgress& progress, int nominal_depth,
                   SearchTime time = SearchTime::simulated);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  /// Shows the seconds so far, on the machine's clock, and the nodes and the iteration's depth.
  void report(double seconds, std::uint64_t nodes, int depth);

private:
  SearchProgress& progress_;
  int nominal_depth_;
  int depth_ = 0;
  double iteration_began_;
  std::vector<double> iterations_; ///< seconds of each finished one
};

/// The progress of many searches, in memory that is shared with child processes made later.
class ProgressBoard {
public:
  ProgressBoard();
  ~ProgressBoard();
  ProgressBoard(const ProgressBoard&) = delete;
  ProgressBoard& operator=(const ProgressBoard&) = delete;

  /// The progress of the search with a number; numbers far apart may share a place.
  [[nodiscard]] SearchProgress& of(std::size_t search) { return places_[search % count]; }

  /// The progress of the running search with the lowest number; null if none is running.
  [[nodiscard]] const SearchProgress* first_running() const;

private:
  static constexpr std::size_t count = 4096;
  SearchProgress* places_;
};

} // namespace eldest
