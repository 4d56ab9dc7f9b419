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

/// A progress bar on standard error, if that is a terminal and the program is not to be quiet.
class ProgressBar {
public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar(); ///< removes the bar from the terminal
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Draws the bar, and the progress of the first of the running searches.
  void show(std::size_t done, std::size_t all);

  /// Draws the bar for a sweep of some points, and below it a line for each search that runs, the
  /// longest first, as many as the terminal has room for.
  void show(const SweepProgress& sweep, const std::vector<PlannedPoint>& points);

  /// The board on which searches should show their progress; null if the bar is not shown.
  [[nodiscard]] ProgressBoard* board() const { return board_.get(); }

private:
  /// Draws lines in the place of those before.
  void draw(std::vector<std::string> lines);

  bool visible_;
  std::size_t lines_ = 0; ///< drawn; the cursor is in the last
  std::unique_ptr<ProgressBoard> board_;
};

/// Shows how many searches are done and how far those are that run.
class ShownProgress {
public:
  /// `in_this_process`: the searches leave no time to show their progress, so that a thread does.
  ShownProgress(ProgressBar& bar, bool in_this_process);

  void show(std::size_t done, std::size_t all);

private:
  void show_until(const std::stop_token& stop);

  ProgressBar& bar_;
  std::mutex mutex_; ///< of all that follows, and of the bar
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  std::condition_variable_any stopped_;
  std::jthread thread_;
};

} // namespace eldest
