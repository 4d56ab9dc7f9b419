#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace eldest {

/// Measures for how long the processors of a host are busy.
class BusyTime {
public:
  explicit BusyTime(std::size_t processors) : added_until_(processors) {}

  /// Adds a span of time in which a processor of the host is busy, in seconds since the start. The
  /// spans of one processor come in order, and do not overlap. `place`: the processor's number on
  /// the host, from 0.
  void add(std::size_t place, double begin, double end);

  /// Seconds for which at least one processor has been busy.
  [[nodiscard]] double any();
  /// Sum of the seconds for which the processors have been busy.
  [[nodiscard]] double sum() const { return sum_; }

private:
  /// Adds the time until `end`, for which all spans are known, to `any_`, and forgets it.
  void settle(double end);

  static constexpr std::size_t least_limit = 1 << 12;

  double sum_ = 0;
  double any_ = 0;                               ///< until the latest call of `settle`
  std::vector<double> added_until_;              ///< end of each processor's latest span
  std::vector<std::pair<double, double>> spans_; ///< not settled; begins and ends
  std::size_t limit_ = least_limit;              ///< number of spans at which they are settled
};

} // namespace eldest
