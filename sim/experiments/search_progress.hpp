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
  std::atomic<int> nominal_depth = 0;         ///< of the last iteration of the search
  std::atomic<double> remaining_seconds = -1; ///< estimated wall time; negative if unknown
};

/// Estimates the seconds that iterative deepening still takes. Assumes that each unfinished
/// iteration takes f times as long as the iteration two ply shallower, because odd and even depths
/// differ. f is the ratio of the last finished iteration's time to the time of the one two ply
/// shallower, or 1 if that is less. An iteration that has taken longer than estimated is expected
/// to end at once.
///
/// `iterations`: seconds of each finished iteration. `in_current`: seconds spent in the current
/// iteration. `after_current`: number of iterations after the current one. Returns a negative
/// number with fewer than three finished iterations.
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

  /// Writes the progress. `seconds`: time since the start on the machine's clock. `nodes`: nodes
  /// searched. `depth`: depth of the current iteration.
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

  /// Returns the progress of search number `search`. Two searches share a place if their numbers
  /// differ by a multiple of 4096.
  [[nodiscard]] SearchProgress& of(std::size_t search) { return places_[search % count]; }

  /// Returns the progress in the first place whose search is running, or null.
  [[nodiscard]] const SearchProgress* first_running() const;

private:
  static constexpr std::size_t count = 4096;
  SearchProgress* places_;
};

} // namespace eldest
