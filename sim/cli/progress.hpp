#pragma once

#include "sim/experiments/search_progress.hpp"
#include "sim/sweeps/sweep.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace eldest {

/// A progress bar on standard error, if that is a terminal and the program is not to be quiet.
class ProgressBar {
public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar(); ///< removes the bar from the terminal
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Draws the bar, and the progress of the first of the running searches.
  void show(std::size_t done, std::size_t all) const;

  /// Draws the bar for a sweep.
  void show(const SweepProgress& sweep) const;

  /// The board on which searches should show their progress; null if the bar is not shown.
  [[nodiscard]] ProgressBoard* board() const { return board_.get(); }

private:
  void draw(std::size_t done, std::size_t all, const std::string& remark) const;

  bool visible_;
  std::unique_ptr<ProgressBoard> board_;
};

} // namespace eldest
