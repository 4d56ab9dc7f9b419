#pragma once

#include "sim/experiments/search_progress.hpp"

#include <cstddef>
#include <memory>

namespace eldest {

/// A progress bar on standard error, if that is a terminal and it is not to be quiet.
class ProgressBar {
public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar(); ///< takes the bar off the terminal
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Draws the bar, and how far the first of the running searches has got.
  void show(std::size_t done, std::size_t all) const;

  /// Where searches should show how far they have got; null if nobody looks.
  [[nodiscard]] ProgressBoard* board() const { return board_.get(); }

private:
  bool visible_;
  std::unique_ptr<ProgressBoard> board_;
};

} // namespace eldest
