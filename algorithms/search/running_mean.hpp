#pragma once

#include <algorithm>

namespace eldest {

/// A running mean. Once there are many measurements, the last ones count for most.
class RunningMean {
public:
  void add(double value) {
    count_ = std::min(count_ + 1, memory);
    mean_ += (value - mean_) / count_;
  }

  [[nodiscard]] bool known() const { return count_ > 0; }
  /// Returns true if there have been at least `memory` measurements.
  [[nodiscard]] bool has_many() const { return count_ >= memory; }
  /// Returns the mean, or 0 if there have been no measurements.
  [[nodiscard]] double value() const { return mean_; }

private:
  static constexpr int memory = 64; ///< measurements after which one counts for 1/e of the last

  double mean_ = 0;
  int count_ = 0;
};

} // namespace eldest
