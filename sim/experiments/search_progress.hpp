#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// The clock that gives the time of a search: a simulated machine's or a real one.
enum class SearchTime : std::uint8_t { simulated, real };

/// The progress of a search, written by the process or thread that searches and read by another.
struct SearchProgress {
  std::atomic<bool> running = false;
  std::atomic<SearchTime> time = SearchTime::simulated;
  std::atomic<double> seconds = 0;
  std::atomic<std::uint64_t> nodes = 0;
  std::atomic<int> depth = 0;                 ///< of the last iteration that a processor has begun
  std::atomic<int> nominal_depth = 0;         ///< of the last iteration
  std::atomic<double> remaining_seconds = -1; ///< estimated wall time; negative while unknown
};

/// Estimates the seconds that iterative deepening still takes. Assumes that each further iteration
/// takes longer than the last but one by the same factor, because odd and even depths differ. The
/// factor is that of the last finished iteration, at least 1.
///
/// `iterations`: seconds of each finished iteration. `in_current`: seconds spent in the current
/// one. `after_current`: number of iterations after the current one. Returns a negative number with
/// fewer than three finished iterations.
[[nodiscard]] double estimate_remaining_seconds(const std::vector<double>& iterations,
                                                double in_current, int after_current);

/// Writes a search's progress, and estimates the remaining time by the wall clock.
class ProgressReporter {
public:
  ProgressReporter(SearchProgress& progress, int nominal_depth,
                   SearchTime time = SearchTime::simulated);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  /// Shows the seconds so far on the machine's clock, the nodes, and the depth of the current
  /// iteration.
  void report(double seconds, std::uint64_t nodes, int depth);

private:
  SearchProgress& progress_;
  int nominal_depth_;
  int depth_ = 0;
  double iteration_began_;
  std::vector<double> iterations_; ///< seconds of each finished iteration
};

/// The progress of many searches, in memory that is shared with child processes made later.
class ProgressBoard {
public:
  ProgressBoard();
  ~ProgressBoard();
  ProgressBoard(const ProgressBoard&) = delete;
  ProgressBoard& operator=(const ProgressBoard&) = delete;

  /// Returns the progress of search number `search`. Numbers far apart may share a place.
  [[nodiscard]] SearchProgress& of(std::size_t search) { return places_[search % count]; }

  /// Returns the progress of the first running search, by number, or null.
  [[nodiscard]] const SearchProgress* first_running() const;

private:
  static constexpr std::size_t count = 4096;
  SearchProgress* places_;
};

} // namespace eldest
