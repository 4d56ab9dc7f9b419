#pragma once

#include "sim/experiments/search_progress.hpp"
#include "sim/sweeps/sweep.hpp"

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace eldest {

/// A progress bar on standard error. It is shown if standard error is a terminal and the program is
/// not to be quiet.
class ProgressBar {
public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar(); ///< removes the bar from the terminal
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Draws the bar, and the progress of the first of the running searches. `done`, `all`: numbers
  /// of searches.
  void show(std::size_t done, std::size_t all);

  /// Draws the bar for the points of a sweep. Below it is a line for each running search, the
  /// longest first, as many as the terminal has room for.
  void show(const SweepProgress& sweep, const std::vector<PlannedPoint>& points);

  /// Draws a line in place of the bar.
  void show(const std::string& line) { draw({line}); }

  /// Returns the board to which searches write their progress, or null if the bar is not shown.
  [[nodiscard]] ProgressBoard* board() const { return board_.get(); }

private:
  /// Draws `lines` in place of the lines drawn last.
  void draw(std::vector<std::string> lines);

  bool visible_;
  std::size_t lines_ = 0; ///< number of lines drawn last; the cursor is in the last of them
  std::unique_ptr<ProgressBoard> board_;
};

/// Shows on a bar how many searches are done, and the progress of the one that is running.
class ShownProgress {
public:
  /// `in_this_process`: true if the searches run in this process. A thread then draws the bar again
  /// and again, because `show` is not called during a search.
  ShownProgress(ProgressBar& bar, bool in_this_process);

  void show(std::size_t done, std::size_t all);

private:
  void show_until(const std::stop_token& stop);

  ProgressBar& bar_;
  std::mutex mutex_; ///< guards the members below, and the bar
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  std::condition_variable_any stopped_;
  std::jthread thread_;
};

} // namespace eldest
