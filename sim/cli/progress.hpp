#pragma once

#include <cstddef>

namespace eldest {

/// A progress bar on standard error, if that is a terminal and it is not to be quiet.
class ProgressBar {
public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar(); ///< takes the bar off the terminal
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done, std::size_t all) const;

private:
  bool visible_;
};

} // namespace eldest
