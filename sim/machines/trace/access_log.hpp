#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eldest {

/// A histogram of table accesses over time, in bounded memory. When its intervals become too many,
/// their length doubles.
class AccessLog {
public:
  /// `intervals`: limit on the number of intervals. Must be even.
  explicit AccessLog(std::size_t intervals) : max_intervals_(intervals) {}

  /// Adds `accesses` at `time`, seconds since the start.
  void add(double time, std::uint64_t accesses);

  /// The length of an interval in seconds.
  [[nodiscard]] double interval() const { return interval_; }
  /// Accesses by interval, from the start on.
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }

private:
  void double_interval();

  std::size_t max_intervals_;
  double interval_ = 1e-6;
  std::vector<std::uint64_t> counts_;
};

} // namespace eldest
